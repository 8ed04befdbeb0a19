//! Documents whose edits and commands a test carries out.

/// A block of a document that can be carried out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RunnableBlock {
    /// An edit of a file: the lines before, and the lines after.
    Edit {
        file: String,
        before: String,
        after: String,
    },
    /// A command, and the output that the document shows.
    Command { line: String, output: String },
}

/// The blocks of a section, in order: ` ```diff ` and ` ```console `.
pub(crate) fn blocks(document: &str, heading: &str) -> Vec<RunnableBlock> {
    let start = document.find(heading).expect("the section");
    let section = &document[start + heading.len()..];
    let end = section.find("\n## ").unwrap_or(section.len());
    let mut blocks = Vec::new();
    let mut lines = section[..end].lines();
    while let Some(line) = lines.next() {
        let Some((indent, kind)) = line.split_once("```") else {
            continue;
        };
        let text = lines.by_ref().take_while(|line| line.trim_start() != "```");
        // In a list, blocks are indented.
        let text: String = text
            .map(|line| format!("{}\n", line.strip_prefix(indent).unwrap_or(line)))
            .collect();
        match kind {
            "diff" => blocks.push(edit(&text)),
            "console" => blocks.extend(commands(&text)),
            _ => {}
        }
    }
    blocks
}

/// The file is named by the line that starts with `+++`.
fn edit(text: &str) -> RunnableBlock {
    let mut block = [String::new(), String::new()];
    let mut file = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("+++ ") {
            file = Some(name.to_owned());
        } else if !line.starts_with("--- ") && !line.starts_with("@@") {
            let (mark, rest) = line.split_at(line.len().min(1));
            for (side, wanted) in block.iter_mut().zip(["-", "+"]) {
                if mark == wanted || mark == " " {
                    *side += &format!("{rest}\n");
                }
            }
        }
    }
    let [before, after] = block;
    RunnableBlock::Edit {
        file: file.expect("a line with the file"),
        before,
        after,
    }
}

fn commands(text: &str) -> Vec<RunnableBlock> {
    let mut blocks = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), blocks.last_mut()) {
            (Some(command), _) => blocks.push(RunnableBlock::Command {
                line: command.to_owned(),
                output: String::new(),
            }),
            (None, Some(RunnableBlock::Command { output, .. })) => *output += &format!("{line}\n"),
            (None, _) => panic!("output without a command: {line}"),
        }
    }
    blocks
}

/// Whether an output is what a document shows. `…` is any text in a line, and alone in a line any
/// lines.
pub(crate) fn shows(shown: &str, output: &str) -> Result<(), String> {
    let shown: Vec<&str> = shown.lines().collect();
    let output: Vec<&str> = output.lines().collect();
    lines(&shown, &output, 0)
}

fn lines(shown: &[&str], output: &[&str], at: usize) -> Result<(), String> {
    match (shown, output) {
        ([], []) => Ok(()),
        (["…", rest @ ..], _) => {
            let mut rests = (0..=output.len()).map(|skip| lines(rest, &output[skip..], at + skip));
            let found = rests.any(|rest| rest.is_ok());
            let next = rest.first().unwrap_or(&"the end");
            found.then_some(()).ok_or_else(|| {
                format!("after line {at} the output does not have, with what follows: {next:?}")
            })
        }
        ([line, shown @ ..], [first, output @ ..]) if in_line(line, first) => {
            lines(shown, output, at + 1)
        }
        _ => Err(format!(
            "line {} of the output is {:?}, and the document shows {:?}",
            at + 1,
            output.first().unwrap_or(&"the end"),
            shown.first().unwrap_or(&"the end")
        )),
    }
}

fn in_line(shown: &str, line: &str) -> bool {
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        if let Some(part) = last.replace(part) {
            match rest.split_once(part) {
                Some((_, after)) => rest = after,
                None => return false,
            }
        }
    }
    last.map_or(rest.is_empty(), |last| rest.ends_with(last))
}
