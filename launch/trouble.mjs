/** Errors as one sentence that tells people what to do, and their output. */

/** An expected failure: its message is shown alone, without a stack. */
export class Trouble extends Error {
  /**
   * @param {string} message the sentence
   * @param {string} output the output of a failed program, shown before the sentence
   */
  constructor(message, output = '') {
    super(message)
    this.output = output
  }
}

const sentences = {
  ENOSPC: 'The disk is full: free some space (1 GB is enough), then run the command again.',
  EACCES: 'This user may not write here',
  EPERM: 'This user may not write here',
  EROFS: 'This disk is read-only',
}

/** The sentence for an error; unexpected ones keep their message, without a stack. */
export function sentenceOf(error) {
  if (error instanceof Trouble) return error.message
  const known = sentences[error?.code]
  if (known === undefined) return error instanceof Error ? error.message : String(error)
  return known.endsWith('.') ? known : `${known}: ${error.path ?? process.cwd()}.`
}

/** Runs a command of package.json: a failure is shown as a sentence and ends with code 1. */
export async function command(work) {
  try {
    await work()
  } catch (error) {
    if (error?.output) process.stderr.write(`${error.output.trimEnd()}\n`)
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exit(1)
  }
}
