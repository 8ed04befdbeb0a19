//! Sinks behind references and trait objects.

use super::Calls;
use super::Sink;

/// A [`Sink`] as a trait object: every sink implements it, and `Box<dyn DynSink>` and
/// `&mut dyn DynSink` are sinks.
///
/// Use it where the type of the sink is chosen at run time. It costs a virtual call per token.
/// Errors, spans and sources are always computed, because the constants of a sink are not known; a sink
/// without [`Sink::ERRORS`] still receives no errors. For a sink with [`Sink::SWITCHES`], set
/// [`Follow::Nothing`](crate::Follow::Nothing).
///
/// ```
/// use tokenwright::{DynSink, Sink, Span, Tokenizer};
///
/// struct Upper(String);
/// struct Count(usize);
///
/// impl Sink for Upper {
///     fn text(&mut self, text: &str, _: Span) {
///         self.0.push_str(&text.to_uppercase());
///     }
/// }
///
/// impl Sink for Count {
///     fn text(&mut self, text: &str, _: Span) {
///         self.0 += text.len();
///     }
/// }
///
/// let (mut upper, mut count) = (Upper(String::new()), Count(0));
/// let sinks: [&mut dyn DynSink; 2] = [&mut upper, &mut count];
/// for sink in sinks {
///     let mut tokenizer = Tokenizer::new(sink);
///     tokenizer.feed_str("<b>text</b>");
///     tokenizer.finish();
/// }
/// assert_eq!((&*upper.0, count.0), ("TEXT", 4));
/// ```
pub trait DynSink: Calls {}

impl<S: Sink> DynSink for S {}

/// Declares [`Sink`], and from the same list of constants and methods what passes calls on: `Calls`, by which a trait object
/// is called, and the sinks that are pointers to sinks. So none of them can lack a method.
///
/// A constant also has its value in a trait object. A method also has its name in `Calls`: under one name, calls on a sink
/// would be ambiguous. `where ERRORS` means that a trait object does not call it for a sink without that constant.
macro_rules! forwarding {
    (
        $(#[$attribute:meta])*
        pub trait Sink {
            constants { $($constants:tt)* }
            methods { $($methods:tt)* }
        }
    ) => {
        forwarding! { @trait [$(#[$attribute])*] { $($constants)* } { $($methods)* } }
        forwarding! { @calls { $($methods)* } }
        forwarding! { @sink &mut S, { $($constants)* } { $($methods)* } }
        forwarding! { @sink Box<S>, { $($constants)* } { $($methods)* } }
        forwarding! { @object &mut (dyn DynSink + '_), { $($constants)* } { $($methods)* } }
        forwarding! { @object &mut (dyn DynSink + Send + '_), { $($constants)* } { $($methods)* } }
        forwarding! { @object Box<dyn DynSink + '_>, { $($constants)* } { $($methods)* } }
        forwarding! { @object Box<dyn DynSink + Send + '_>, { $($constants)* } { $($methods)* } }
    };
    (
        @trait [$(#[$attribute:meta])*]
        { $($(#[$about:meta])* const $constant:ident: bool = $value:expr, in a trait object $_o:expr;)* }
        { $(
            $(#[$doc:meta])*
            fn $method:ident as $_call:ident(
                &$(mut $($exclusive:lifetime)?)? self $(, $argument:ident: $type:ty)*
            ) $(-> $answer:ty)? $(where $_condition:ident)? { $($default:expr)? }
        )* }
    ) => {
        $(#[$attribute])*
        pub trait Sink {
            $($(#[$about])* const $constant: bool = $value;)*

            $(
                $(#[$doc])*
                fn $method(&$(mut $($exclusive)?)? self $(, $argument: $type)*) $(-> $answer)? {
                    $(let _ = $argument;)*
                    $($default)?
                }
            )*
        }
    };
    (
        @calls { $(
            $(#[$_doc:meta])*
            fn $method:ident as $call:ident(
                &$(mut $($exclusive:lifetime)?)? self $(, $argument:ident: $type:ty)*
            ) $(-> $answer:ty)? $(where $condition:ident)? { $($_default:expr)? }
        )* }
    ) => {
        /// The methods of a sink under other names; out of reach, so that nothing else implements it.
        #[allow(missing_docs, unreachable_pub)]
        pub trait Calls {
            $(fn $call(&$(mut $($exclusive)?)? self $(, $argument: $type)*) $(-> $answer)?;)*
        }

        impl<S: Sink> Calls for S {
            $(
                fn $call(&$(mut $($exclusive)?)? self $(, $argument: $type)*) $(-> $answer)? {
                    $(if !S::$condition { return; })?
                    self.$method($($argument),*)
                }
            )*
        }
    };
    (
        @sink $pointer:ty,
        { $($(#[$_about:meta])* const $constant:ident: bool = $_value:expr, in a trait object $_o:expr;)* }
        { $(
            $(#[$_doc:meta])*
            fn $method:ident as $_call:ident(
                &$(mut $($exclusive:lifetime)?)? self $(, $argument:ident: $type:ty)*
            ) $(-> $answer:ty)? $(where $_condition:ident)? { $($_default:expr)? }
        )* }
    ) => {
        impl<S: Sink> Sink for $pointer {
            $(const $constant: bool = S::$constant;)*

            $(
                #[inline(always)]
                fn $method(&$(mut $($exclusive)?)? self $(, $argument: $type)*) $(-> $answer)? {
                    (**self).$method($($argument),*)
                }
            )*
        }
    };
    (
        @object $pointer:ty,
        { $($(#[$_about:meta])* const $constant:ident: bool = $_value:expr, in a trait object $object:expr;)* }
        { $(
            $(#[$_doc:meta])*
            fn $method:ident as $call:ident(
                &$(mut $($exclusive:lifetime)?)? self $(, $argument:ident: $type:ty)*
            ) $(-> $answer:ty)? $(where $_condition:ident)? { $($_default:expr)? }
        )* }
    ) => {
        impl Sink for $pointer {
            $(const $constant: bool = $object;)*

            $(
                #[inline(always)]
                fn $method(&$(mut $($exclusive)?)? self $(, $argument: $type)*) $(-> $answer)? {
                    (**self).$call($($argument),*)
                }
            )*
        }
    };
}

pub(crate) use forwarding;
