//! A question as arguments: each field of its declaration becomes an option, with the field's description as its help.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use cluewright::question::{Field, Kind, Question};
use cluewright::{BadInput, TechniqueFilter};
use serde_json::{Map, Value};
use std::marker::PhantomData;

/// A [`Question`] whose fields can be set on the command line.
pub(crate) trait Asks: Question {
    /// The fields that have another form on the command line, or do not exist there.
    const WITHOUT: &'static [&'static str] = &[];
    /// Options whose names differ from their fields.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];
    /// Defaults that differ from those of the protocol.
    const USUAL: &'static [(&'static str, &'static str)] = &[];
}

/// The parsed options of a command.
#[derive(Clone, Debug)]
pub(crate) struct TypedArgs<Q> {
    fields: Map<String, Value>,
    question: PhantomData<fn() -> Q>,
}

impl<Q: Asks> TypedArgs<Q> {
    /// Parses the options into the question. Errors: an option has an invalid value.
    pub(crate) fn read(&self) -> Result<Q, BadInput> {
        let mut fields = self.fields.clone();
        profile(&mut fields)?;
        Ok(Q::read(fields)?)
    }
}

/// The techniques in a profile file: one per line, in the order in which they are tried; `#` starts a comment.
fn profile(fields: &mut Map<String, Value>) -> Result<(), BadInput> {
    let Some(Value::Array(names)) = fields.get("techniques") else { return Ok(()) };
    let [Value::String(file)] = &names[..] else { return Ok(()) };
    if !std::path::Path::new(file).is_file() {
        return Ok(());
    }
    let text = crate::user_rules::read_file(file)?;
    let line = |line: &'_ str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let names: Vec<String> = text.lines().map(line).filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return Err(BadInput::new("the file does not name any technique").within(file));
    }
    cluewright::techniques::TechniqueIds::named(&names).map_err(|e| BadInput::from(e.within(file)))?;
    fields.insert("techniques".to_owned(), names.into());
    fields.insert("in_order".to_owned(), true.into());
    Ok(())
}

/// The fields that are options, with their defaults on the command line.
fn fields<Q: Asks>() -> Vec<Field> {
    let mut fields = Q::fields();
    fields.retain(|field| field.kind != Kind::Data && !Q::WITHOUT.contains(&field.name));
    for field in &mut fields {
        if let Some((_, usual)) = Q::USUAL.iter().find(|(name, _)| *name == field.name) {
            field.usual = serde_json::from_str(usual).ok();
        }
    }
    fields
}

/// Leaks a string, since clap needs `'static` strings here; there are only a few dozen.
fn kept(text: String) -> &'static str {
    text.leak()
}

/// The options of a field. A switch that is on by default has an option that turns it off; a switch without a fixed default has
/// options for both.
fn options(field: &Field, of_ways: bool, aliases: &[(&str, &'static str)]) -> Vec<Arg> {
    let long = kept(field.name.replace('_', "-"));
    // Like clap's own help: a short line without a full stop.
    let about = kept(field.about.trim_end_matches('.').to_owned());
    let mut arg = Arg::new(field.name).long(long).help(about);
    if of_ways {
        arg = arg.help_heading("Techniques");
    }
    for (_, alias) in aliases.iter().filter(|(name, _)| *name == field.name) {
        arg = arg.alias(*alias);
    }
    if field.kind == Kind::Flag {
        let no = |arg: &Arg, word: &str| {
            let name = kept(format!("{word}-{}", field.name.replace('_', "-")));
            arg.clone().id(name).long(name)
        };
        arg = arg.action(ArgAction::SetTrue);
        return match &field.usual {
            Some(Value::Bool(true)) => {
                let off = no(&arg, "no").help(kept(format!("Do not {}{}", about[..1].to_lowercase(), &about[1..])));
                vec![off]
            }
            Some(Value::Null) => {
                let off = no(&arg, "not").help(kept(format!("The opposite of --{long}"))).conflicts_with(field.name);
                vec![arg, off]
            }
            _ => vec![arg],
        };
    }
    arg = arg.value_name(field.shown).allow_negative_numbers(true);
    match &field.usual {
        Some(Value::Number(number)) if number.as_u64() == Some(0) => {}
        Some(Value::Number(number)) => arg = arg.default_value(kept(number.to_string())),
        Some(Value::String(word)) => arg = arg.default_value(kept(word.clone())),
        _ => {}
    }
    if field.kind == Kind::List {
        arg = arg.action(ArgAction::Append);
    } else if (1..=12).contains(&field.words.len()) {
        arg = arg.ignore_case(true).value_parser(PossibleValuesParser::new(field.words.iter().map(|(name, about)| {
            clap::builder::PossibleValue::new(*name).help(kept(about[..1].to_uppercase() + &about[1..]))
        })));
    }
    vec![arg]
}

impl<Q: Asks> Args for TypedArgs<Q> {
    fn augment_args(command: Command) -> Command {
        let ways: Vec<&str> = TechniqueFilter::fields().iter().map(|field| field.name).collect();
        let group = Q::NAME != "generate";
        let all = fields::<Q>();
        command.args(all.iter().flat_map(|f| options(f, group && ways.contains(&f.name), Q::ALIASES)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<Q: Asks> FromArgMatches for TypedArgs<Q> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut asked = Map::new();
        for field in fields::<Q>() {
            let long = field.name.replace('_', "-");
            let value = match (field.kind, &field.usual) {
                (Kind::Flag, Some(Value::Bool(true))) => {
                    matches.get_flag(&format!("no-{long}")).then_some(false.into())
                }
                (Kind::Flag, usual) => {
                    let off = matches!(usual, Some(Value::Null)) && matches.get_flag(&format!("not-{long}"));
                    if matches.get_flag(field.name) { Some(true.into()) } else { off.then_some(false.into()) }
                }
                (Kind::List, _) => {
                    matches.get_many::<String>(field.name).map(|all| all.cloned().collect::<Vec<_>>().into())
                }
                (kind, _) => matches.get_one::<String>(field.name).map(|text| match kind {
                    Kind::Number | Kind::Figure => {
                        serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.clone()))
                    }
                    _ => Value::String(text.clone()),
                }),
            };
            asked.extend(value.map(|value| (field.name.to_owned(), value)));
        }
        Ok(Self { fields: asked, question: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

macro_rules! asks {
    ($($question:ty { $($what:ident: $list:expr),* $(,)? })*) => {
        $(impl Asks for $question {
            $(asks!(@$what $list);)*
        })*
    };
    (@without $list:expr) => { const WITHOUT: &'static [&'static str] = &$list; };
    (@aliases $list:expr) => { const ALIASES: &'static [(&'static str, &'static str)] = &$list; };
    (@usual $list:expr) => { const USUAL: &'static [(&'static str, &'static str)] = &$list; };
}

asks! {
    cluewright::operation::Count { usual: [("limit", "1000000")] }
    cluewright::operation::Candidates {}
    cluewright::operation::Check {}
    cluewright::operation::Explain { without: ["trial"] }
    cluewright::operation::Steps { usual: [("most", "1000")] }
    cluewright::operation::Hint {}
    // Without `--scales` the command prints the rating on our own scale and the hardest step of the path; with `--scales`, only the
    // ratings on the chosen scales.
    cluewright::operation::Rate { without: ["own"], aliases: [("scales", "scale"), ("paths", "path")] }
    cluewright::generate::Generate { without: ["like", "to", "rated"] }
}
