/** Runs as a process: unpacks the packaged browser into its temporary folder (`TMPDIR`). */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inflate } from '@sparticuz/chromium'
import { cacheFolder, root } from './paths.ts'

const archives = path.join(root, 'node_modules/@sparticuz/chromium/bin')
for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
  await inflate(path.join(archives, name))
}

// The package's own font list names folders of another system. Without any font the browser crashes at the
// first form field.
const fontList = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(cacheFolder('chromium'), 'font-cache')}</cachedir>
</fontconfig>
`
writeFileSync(path.join(tmpdir(), 'fonts', 'fonts.conf'), fontList)
