#!/usr/bin/env bash
# Downloads the embedding model where the cache did not have it. Without it memories
# are found by signatures and words alone, so a failure here does not end the job.
set -euo pipefail

[ ! -f "$REGREEN_MODEL_DIR/model.onnx" ] || exit 0
[ "${REGREEN_MODEL_DOWNLOAD:-on}" != off ] || exit 0
if ! "$REGREEN_BINARY" model pull --dir "$REGREEN_MODEL_DIR"; then
  rm -rf "$REGREEN_MODEL_DIR" # nothing half done goes into the cache
  echo "::notice title=regreen::The embedding model could not be downloaded; memories are found by signatures and words."
fi
