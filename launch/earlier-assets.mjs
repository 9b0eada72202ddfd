/**
 * Keeps the hashed files of earlier builds of the web app: a page that is open during a deployment requests
 * files of its own version until it is reloaded.
 */
import fs from 'node:fs'
import path from 'node:path'

/** Pages stay open over a weekend, hardly longer. */
const keptMs = 7 * 24 * 3_600_000
/** About four builds; the oldest files go first. */
const keptBytesMax = 24_000_000

/** Copies the files that the build will remove, with the time until which they were current. */
export function keepAssets(assets, kept, nowMs = Date.now()) {
  if (!fs.existsSync(assets)) return
  fs.mkdirSync(kept, { recursive: true })
  for (const name of fs.readdirSync(assets)) {
    const copy = path.join(kept, name)
    // An existing copy is from an even earlier build.
    if (fs.existsSync(copy)) continue
    // Copied under another name until it is complete and dated, because the process may end in between.
    fs.copyFileSync(path.join(assets, name), `${copy}.part`)
    fs.utimesSync(`${copy}.part`, nowMs / 1_000, nowMs / 1_000)
    fs.renameSync(`${copy}.part`, copy)
  }
}

/** Copies the kept files beside the new ones, and drops those that are current again, too old or too many. */
export function restoreAssets(assets, kept, nowMs = Date.now()) {
  if (!fs.existsSync(kept)) return
  const files = fs
    .readdirSync(kept)
    .map((name) => ({ name, at: path.join(kept, name), ...sizeAndTime(path.join(kept, name)) }))
    .sort((one, other) => other.timeMs - one.timeMs || one.name.localeCompare(other.name))
  let bytes = 0
  for (const { name, at, size, timeMs } of files) {
    const current = path.join(assets, name)
    const isNeeded = !name.endsWith('.part') && !fs.existsSync(current) && nowMs - timeMs < keptMs
    if (isNeeded) bytes += size
    if (isNeeded && bytes <= keptBytesMax) fs.copyFileSync(at, current)
    else fs.rmSync(at)
  }
}

function sizeAndTime(file) {
  const { size, mtimeMs } = fs.statSync(file)
  return { size, timeMs: mtimeMs }
}
