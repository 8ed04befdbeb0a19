//! Tendrils that share the memory of the input.

use html5ever::tendril::StrTendril;

/// The longest text that a tendril holds itself, in bytes.
const INLINE: usize = 8;

/// The part of the input that the tokenizer reads.
#[derive(Default)]
pub(crate) struct Source(StrTendril);

impl Source {
    /// Sets the part of the input that is read next.
    pub(crate) fn set(&mut self, text: StrTendril) {
        self.0 = text;
    }

    /// A tendril with this text. It shares the input's memory if the text lies in the input.
    pub(crate) fn tendril(&self, text: &str) -> StrTendril {
        if text.len() <= INLINE {
            return StrTendril::from_slice(text);
        }
        let offset = text.as_ptr().addr().wrapping_sub(self.0.as_ptr().addr());
        let lengths = (u32::try_from(offset), u32::try_from(text.len()));
        if let (Ok(offset), Ok(len)) = lengths
            && let Ok(shared) = self.0.try_subtendril(offset, len)
        {
            return shared;
        }
        StrTendril::from_slice(text)
    }
}

#[cfg(test)]
mod tests {
    use super::Source;
    use html5ever::tendril::StrTendril;

    #[test]
    fn only_text_of_the_input_is_shared() {
        let input = StrTendril::from_slice("a long text that no tendril holds inline");
        let mut source = Source::default();
        source.set(input.clone());
        for part in [&input[2..22], &input[..], &input[30..]] {
            let tendril = source.tendril(part);
            assert_eq!((&*tendril, tendril.as_ptr()), (part, part.as_ptr()));
        }
        let other = String::from(&*input);
        let tendril = source.tendril(&other);
        assert_eq!(&*tendril, other);
        assert_ne!(tendril.as_ptr(), other.as_ptr());
    }
}
