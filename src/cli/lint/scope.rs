//! By what `lint` judges.

use super::{
    super::{Exit, args::CrdFile, ui::Ui},
    Args,
    live::Live,
};
use crate::{
    apiserver::{KubeVersion, Request, Stored},
    crd::{Catalog, Release},
    lint::Linter,
    render::operator::Operator,
};

/// By what the run judges: what the flags say, or the cluster.
pub(super) struct Scope {
    pub live: Option<Live>,
    pub catalog: Catalog,
    /// The embedded release in use; none when there are other schemas.
    release: Option<Release>,
    /// The newest release, where it is not in use.
    newest: Option<Catalog>,
    pub kube: KubeVersion,
    pub namespace: Option<String>,
    /// Whether a kind without a schema is refused: a cluster serves no others.
    strict_kinds: bool,
    /// What the operator was told, where something was said of it.
    operator: Option<Operator>,
}

impl Scope {
    /// Asks the cluster where that is wanted, and reads the CRDs that are passed in.
    pub fn new(args: &mut Args, ui: &mut Ui) -> Result<(Self, Vec<CrdFile>), Exit> {
        let assumed = args.schema.release();
        let (live, schemas) = args.live.ask(&mut args.input, args.scope.namespace(), assumed, ui)?.unzip();
        let kube = args.kube_version.or(live.as_ref().and_then(|live| live.kube)).unwrap_or_default();
        let (own, release) = schemas.as_ref().map_or((false, Some(assumed)), |schemas| (schemas.own, schemas.release));
        let base = schemas.map_or_else(|| Catalog::new(assumed), |schemas| schemas.catalog);
        let (catalog, files) = args.schema.catalog_over(base, kube, ui)?;
        let release = release.filter(|_| args.schema.crd.is_empty());
        let newest = (release != Some(Release::Current)).then(|| Catalog::new(Release::Current));
        let named = args.scope.namespace().map(str::to_owned);
        let namespace = named.or_else(|| live.as_ref().map(|live| live.namespace().to_owned()));
        let operator = args.installation.given(ui)?;
        Ok((Self { live, catalog, release, newest, kube, namespace, strict_kinds: own || args.strict_kinds, operator }, files))
    }

    /// The same without the cluster.
    pub fn assumed(args: &Args, known: &Self) -> Self {
        let release = args.schema.release();
        Self {
            live: None,
            catalog: Catalog::new(release),
            release: Some(release),
            newest: None,
            kube: known.kube,
            namespace: known.namespace.clone(),
            strict_kinds: args.strict_kinds,
            operator: known.operator.clone(),
        }
    }

    /// Judges as `request` says, against what is `stored`.
    pub fn linter<'a>(&'a self, args: &Args, request: Request<'a>, stored: Option<&'a Stored>) -> Linter<'a> {
        Linter {
            catalog: &self.catalog,
            newest: self.newest.as_ref(),
            release: self.release,
            request,
            strict_kinds: self.strict_kinds,
            others_expected: false,
            stored,
            trace: args.trace,
            operator: self.operator.as_ref(),
        }
    }
}
