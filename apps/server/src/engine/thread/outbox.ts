/** Messages of the worker, posted once per turn of the event loop: posting costs more than the content. */
import type { FromWorker } from './messages.ts'

export class Outbox {
  readonly #post: (messages: readonly FromWorker[]) => void
  #messages: FromWorker[] = []

  constructor(post: (messages: readonly FromWorker[]) => void) {
    this.#post = post
  }

  /** Queues a message until the end of this turn. */
  add(message: FromWorker): void {
    if (this.#messages.length === 0) setImmediate(() => this.flush())
    this.#messages.push(message)
  }

  /** Posts all queued messages now. */
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
