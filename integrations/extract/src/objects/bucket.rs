//! Buckets: where objects are found, read and written.

use super::error;
use super::object::Object;
use super::upload::Upload;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::path::Path;
use object_store::{BackoffConfig, ObjectMeta, ObjectStore, ObjectStoreExt};
use object_store::{Result, RetryConfig};
use std::future::Future;
use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::runtime::Runtime;

/// How often a request that fails is repeated, and how long at most.
const RETRIES: (usize, Duration) = (6, Duration::from_secs(120));

/// How long to wait before the last of these.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A bucket. A clone is the same.
#[derive(Clone, Debug)]
pub struct Bucket {
    name: Arc<str>,
    store: Arc<dyn ObjectStore>,
}

impl Bucket {
    /// A bucket of S3. The variables of AWS say where and who: `AWS_ENDPOINT_URL`, `AWS_REGION` or `AWS_DEFAULT_REGION`,
    /// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, and those of containers and of web identities; without any, the
    /// machine is asked, as EC2 has it. `AWS_SKIP_SIGNATURE=true` reads public buckets. Files such as `~/.aws/credentials` are not read.
    pub fn s3(name: &str) -> io::Result<Self> {
        // An error is a provider that is there already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = AmazonS3Builder::from_env().with_bucket_name(name);
        let endpoint = builder
            .get_config_value(&AmazonS3ConfigKey::S3Endpoint)
            .or_else(|| builder.get_config_value(&AmazonS3ConfigKey::Endpoint));
        if let Some(endpoint) = endpoint {
            builder = builder.with_allow_http(is_http(&endpoint)?);
        }
        let retry = RetryConfig {
            backoff: BackoffConfig {
                max_backoff: LONGEST_WAIT,
                ..BackoffConfig::default()
            },
            max_retries: RETRIES.0,
            retry_timeout: RETRIES.1,
        };
        let store = builder.with_retry(retry).build();
        let store = store.map_err(|failed| error::of(failed, name))?;
        Ok(Bucket::new(name, Arc::new(store)))
    }

    /// A bucket of any store. Its name is for messages.
    pub fn new(name: &str, store: Arc<dyn ObjectStore>) -> Self {
        Bucket {
            name: name.into(),
            store,
        }
    }

    /// The bucket's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Looks an object up.
    pub fn head(&self, key: &str) -> io::Result<ObjectMeta> {
        let path = self.path(key)?;
        self.wait(self.store.head(&path))
    }

    /// Opens an object for reading by ranges. If it is replaced after that, reading it is an error.
    pub fn open(&self, key: &str) -> io::Result<Object> {
        Ok(Object::new(self.clone(), self.head(key)?))
    }

    /// Reads an object that was found before, as [`open`](Self::open) does.
    pub fn reader(&self, meta: ObjectMeta) -> Object {
        Object::new(self.clone(), meta)
    }

    /// Begins an object, which is there when it is [complete](Upload::complete).
    pub fn create(&self, key: &str) -> io::Result<Upload> {
        Ok(Upload::new(self.clone(), self.path(key)?))
    }

    /// Reads an object; `None` if there is none. A bucket that does not exist is an error.
    pub fn read(&self, key: &str) -> io::Result<Option<Vec<u8>>> {
        let path = self.path(key)?;
        let read = async { self.store.get(&path).await?.bytes().await };
        match self.wait(read) {
            Ok(bytes) => Ok(Some(bytes.to_vec())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.list("", 0).map(|_| None),
            Err(error) => Err(error),
        }
    }

    /// Writes a small object.
    pub fn write(&self, key: &str, bytes: Vec<u8>) -> io::Result<()> {
        let path = self.path(key)?;
        self.wait(self.store.put(&path, bytes.into())).map(drop)
    }

    /// Removes an object, which need not exist.
    pub fn remove(&self, key: &str) -> io::Result<()> {
        let path = self.path(key)?;
        match self.wait(self.store.delete(&path)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The objects whose keys begin with a folder, sorted; at most as many folders deeper as `depth` says.
    pub fn list(&self, folder: &str, depth: usize) -> io::Result<Vec<ObjectMeta>> {
        let prefix = self.path(folder.trim_end_matches('/'))?;
        let mut found = Vec::new();
        let mut folders = vec![(prefix, depth)];
        while let Some((folder, depth)) = folders.pop() {
            let listed = self.wait(self.store.list_with_delimiter(Some(&folder)))?;
            found.extend(listed.objects);
            if let Some(depth) = depth.checked_sub(1) {
                let deeper = listed.common_prefixes.into_iter();
                folders.extend(deeper.map(|folder| (folder, depth)));
            }
        }
        found.sort_by(|a, b| a.location.cmp(&b.location));
        Ok(found)
    }

    pub(crate) fn store(&self) -> &dyn ObjectStore {
        &*self.store
    }

    fn path(&self, key: &str) -> io::Result<Path> {
        let path = Path::parse(key);
        path.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
    }

    /// Waits for an answer.
    pub(crate) fn wait<T>(&self, answer: impl Future<Output = Result<T>>) -> io::Result<T> {
        let answer = runtime()?.block_on(answer);
        answer.map_err(|failed| error::of(failed, &self.name))
    }
}

/// Whether an endpoint is one without TLS. An error is what is no endpoint.
fn is_http(endpoint: &str) -> io::Result<bool> {
    let scheme = match reqwest::Url::parse(endpoint) {
        Ok(url) if url.has_host() => url.scheme().to_owned(),
        _ => String::new(),
    };
    match &*scheme {
        "http" => Ok(true),
        "https" => Ok(false),
        _ => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("AWS_ENDPOINT_URL is `{endpoint}`: write `https://` and a host"),
        )),
    }
}

/// What drives the requests of all threads.
fn runtime() -> io::Result<&'static Runtime> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    if let Some(runtime) = RUNTIME.get() {
        return Ok(runtime);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    Ok(RUNTIME.get_or_init(|| runtime))
}
