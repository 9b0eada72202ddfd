/**
 * Rows of before a version that seals them: they are sealed once, at its first start. That it was done is kept
 * outside of the database, so that whoever takes seals away there does not have his rows sealed as well.
 */
import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The file below the folder of the server's data.
 *
 * @param installation the id of the exchange
 */
export function sealedFileIn(dataDir: string, installation: string): string {
  return path.join(dataDir, 'sealed', `${installation}.json`)
}

/** Runs the sealing of each name that the file does not have yet, and keeps the name. */
export async function sealOnce(
  file: string,
  sealings: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const done = readNames(file)
  const missing = Object.entries(sealings).filter(([name]) => !done.includes(name))
  if (missing.length === 0) return
  for (const [, seal] of missing) await seal()
  await mkdir(path.dirname(file), { recursive: true })
  const next = `${file}.${process.pid}`
  const names = [...done, ...missing.map(([name]) => name)]
  await writeFile(next, `${JSON.stringify(names)}\n`, { flush: true })
  await rename(next, file)
}

function readNames(file: string): readonly string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  const names: unknown = JSON.parse(text)
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
    throw new Error(`The file ${file} does not say what was sealed.`)
  }
  return names
}
