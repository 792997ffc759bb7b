//! Files of a core as one archive, whose bytes follow from them alone.

use fftgen::package::File;
use std::io::{Cursor, Write};
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Archives files in a folder. They are stored: nothing travels that would be shorter.
pub fn zip(folder: &str, files: &[File]) -> ZipResult<Vec<u8>> {
    // The first time that an archive can state.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        archive.start_file(format!("{folder}/{}", file.name), options)?;
        archive.write_all(&file.contents)?;
    }
    Ok(archive.finish()?.into_inner())
}
