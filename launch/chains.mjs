/**
 * `node launch/chains.mjs`: the local nodes of simulation mode and of tests. Their packages have a separate
 * lock file and are installed on first use; then this becomes `apps/chains`. It prints lines of JSON:
 * {"step":"installing"}, {"step":"starting"}, {"ready":…}, or {"trouble":"…"}.
 */
import { ensureInstalledIn } from './install.mjs'
import { requireSupported } from './platform.mjs'
import { print, root } from './steps.mjs'
import { sentenceOf } from './trouble.mjs'

const say = (line) => print(JSON.stringify(line))

// The parent may end before the nodes are ready to notice it.
process.stdin.once('end', () => process.exit(0)).resume()
process.chdir(root)
try {
  requireSupported()
  await ensureInstalledIn('apps/chains/nodes', () => say({ step: 'installing' }))
  say({ step: 'starting' })
  await import('../apps/chains/dist/run.js')
} catch (error) {
  say({ trouble: sentenceOf(error) })
  process.exit(1)
}
