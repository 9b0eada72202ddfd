/** What the worker has to say, posted once a turn of the event loop: a message costs more than its words. */
import type { FromWorker } from './messages.ts'

export class Outbox {
  readonly #post: (messages: readonly FromWorker[]) => void
  #messages: FromWorker[] = []

  constructor(post: (messages: readonly FromWorker[]) => void) {
    this.#post = post
  }

  /** Says it at the end of this turn. */
  add(message: FromWorker): void {
    if (this.#messages.length === 0) setImmediate(() => this.flush())
    this.#messages.push(message)
  }

  /** Says everything now. */
  flush(): void {
    if (this.#messages.length === 0) return
    const messages = this.#messages
    this.#messages = []
    this.#post(messages)
  }

  log(level: 'info' | 'warn' | 'error', message: string): void {
    this.add({ kind: 'log', level, message })
  }
}
