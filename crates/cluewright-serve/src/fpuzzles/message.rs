//! Frames: requests and replies.

use serde::{Deserialize, Serialize, Serializer};

/// A request.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Request {
    #[serde(default)]
    pub(super) nonce: i64,
    pub(super) command: String,
    #[serde(default)]
    pub(super) data_type: Option<String>,
    #[serde(default)]
    pub(super) data: Option<String>,
}

/// A reply with the nonce of its request.
#[derive(Debug, Serialize)]
pub(super) struct Frame {
    #[serde(flatten)]
    body: Body,
    nonce: i64,
    r#type: &'static str,
}

/// The content of a reply.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Body {
    Canceled {},
    Invalid {
        message: String,
    },
    #[serde(rename_all = "camelCase")]
    TrueCandidates {
        /// The numbers of solutions, by cell and then by digit.
        solutions_per_candidate: Vec<i64>,
    },
    Solved {
        solution: Vec<i32>,
    },
    #[serde(rename_all = "camelCase")]
    Count {
        count: u64,
        in_progress: bool,
    },
    Estimate(Estimated),
    #[serde(rename_all = "camelCase")]
    Logical {
        cells: Vec<Shown>,
        message: String,
        is_valid: bool,
    },
}

/// An estimate and its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Estimated {
    #[serde(serialize_with = "number")]
    pub(super) estimate: f64,
    #[serde(serialize_with = "number")]
    pub(super) stderr: f64,
    pub(super) iterations: u64,
    #[serde(serialize_with = "number")]
    pub(super) ci95_lower: f64,
    #[serde(serialize_with = "number")]
    pub(super) ci95_upper: f64,
    #[serde(rename = "relErrPercent", serialize_with = "number")]
    pub(super) rel_err_percent: f64,
}

/// A cell after a step: its digit, or 0 and its candidates.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Shown {
    pub(super) value: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) candidates: Option<Vec<i32>>,
}

/// Serialises a number. NaN and infinity, which JSON cannot represent, become texts.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn number<S: Serializer>(x: &f64, to: S) -> Result<S::Ok, S::Error> {
    match *x {
        x if x.is_nan() => to.serialize_str("NaN"),
        f64::INFINITY => to.serialize_str("Infinity"),
        f64::NEG_INFINITY => to.serialize_str("-Infinity"),
        x => to.serialize_f64(x),
    }
}

impl Body {
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid { message: message.into() }
    }

    /// The text of a frame.
    pub(super) fn frame(self, nonce: i64) -> String {
        let r#type = match &self {
            Self::Canceled {} => "canceled",
            Self::Invalid { .. } => "invalid",
            Self::TrueCandidates { .. } => "truecandidates",
            Self::Solved { .. } => "solved",
            Self::Count { .. } => "count",
            Self::Estimate(_) => "estimate",
            Self::Logical { .. } => "logical",
        };
        serde_json::to_string(&Frame { body: self, nonce, r#type }).expect("frames have plain keys")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_the_protocols() {
        let count = Body::Count { count: 1, in_progress: false };
        assert_eq!(count.frame(7), r#"{"count":1,"inProgress":false,"nonce":7,"type":"count"}"#);
        assert_eq!(Body::Canceled {}.frame(-1), r#"{"nonce":-1,"type":"canceled"}"#);
        let cells = vec![Shown { value: 3, candidates: None }, Shown { value: 0, candidates: Some(vec![1, 2]) }];
        let logical = Body::Logical { cells, message: "Text".into(), is_valid: true };
        assert_eq!(
            logical.frame(1),
            r#"{"cells":[{"value":3},{"value":0,"candidates":[1,2]}],"message":"Text","isValid":true,"nonce":1,"type":"logical"}"#
        );
        let estimate = Estimated {
            estimate: 0.0,
            stderr: f64::INFINITY,
            iterations: 1,
            ci95_lower: f64::NEG_INFINITY,
            ci95_upper: 2.5e30,
            rel_err_percent: f64::NAN,
        };
        assert_eq!(
            Body::Estimate(estimate).frame(2),
            r#"{"estimate":0.0,"stderr":"Infinity","iterations":1,"ci95_lower":"-Infinity","ci95_upper":2.5e+30,"relErrPercent":"NaN","nonce":2,"type":"estimate"}"#
        );
    }
}
