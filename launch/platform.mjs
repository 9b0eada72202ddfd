/** Where this runs: Linux x64 with glibc, and a Node.js that is new enough. */
import { Trouble } from './trouble.mjs'

const nodeMin = [20, 19]
const glibcMin = [2, 28]

/** Throws one sentence if the machine or its Node.js is not supported. */
export function requireSupported(machine = thisMachine()) {
  const { platform, arch, node, glibc } = machine
  if (platform !== 'linux' || arch !== 'x64') {
    throw new Trouble(`Tukar runs on Linux x64; this is ${platform} ${arch}.`)
  }
  if (!isAtLeast(node, nodeMin)) {
    throw new Trouble(`Tukar needs Node.js ${nodeMin.join('.')} or later; this is ${node}.`)
  }
  if (glibc === undefined || !isAtLeast(glibc, glibcMin)) {
    const found = glibc === undefined ? 'this system has another C library' : `this is ${glibc}`
    throw new Trouble(`Tukar needs glibc ${glibcMin.join('.')} or later; ${found}.`)
  }
}

function thisMachine() {
  const { platform, arch } = process
  return { platform, arch, node: process.versions.node, glibc: glibcVersion() }
}

function glibcVersion() {
  if (process.report === undefined) return undefined
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime
}

function isAtLeast(version, [major, minor]) {
  const [hasMajor = 0, hasMinor = 0] = version.split('.').map(Number)
  return hasMajor > major || (hasMajor === major && hasMinor >= minor)
}
