/**
 * What a kind of change is. Whoever owns the thing that is changed says here what a change of it would do
 * and how it is carried out; reason, second person and record are the same for all.
 */
import type { Language } from '@tukar/i18n'
import type { DeskRole } from '@tukar/wire'
import type * as z from 'zod/mini'
import type { Operator } from '../operator.ts'

/** A text in both languages. */
export type LocalText = Readonly<Record<Language, string>>

/** What changes of a person's account are recorded under. */
export const accountSubject = (userId: number): string => `user:${userId}`

/** One thing that changes: "Tick", "Kelipatan harga". Null: it was not there, or will not be. */
export type ChangeLine = {
  readonly text: LocalText
  readonly before: LocalText | null
  readonly after: LocalText | null
}

/** What would happen. It is shown to operators and kept, so personal data in it is masked. */
export type ChangePreview = {
  /** What it is done to, as the record has it: `market:6`. */
  readonly subject: string
  /** One sentence of what happens. */
  readonly title: LocalText
  /** Before and after in words; amounts also in rupiah. */
  readonly lines: readonly ChangeLine[]
  readonly warnings: readonly LocalText[]
  readonly isSecondNeeded: boolean
  /**
   * JSON for the record. `before` holds all that the change is judged by: if it differs when a second
   * person confirms, nothing is confirmed. So nothing belongs in it that moves by itself.
   */
  readonly before: unknown
  readonly after: unknown
}

/** A change that is carried out. */
export type AppliedChange = {
  /** Ids of engine commands derive from it. */
  readonly changeId: number
  /** Who proposed it. */
  readonly operatorId: number
  readonly reason: string
}

export type ChangeKind<Input> = {
  /** A dotted word: `market.add`, `setting.set`. */
  readonly kind: string
  /** Who may propose it, and confirm it if he did not propose it. */
  readonly roles: readonly DeskRole[]
  /** Where only some of them may, by what is changed; whoever proposed it still has to have one of these. */
  readonly rolesFor?: (input: Input) => readonly DeskRole[]
  /** A strict schema; what does not fit is refused with `request.malformed`. */
  readonly input: z.ZodMiniType<Input>
  /**
   * What would happen; refuses what cannot be. Called again with the second person when he confirms, right
   * before it is applied, so that nobody confirms what is about himself either.
   */
  preview(input: Input, operator: Operator): Promise<ChangePreview>
  /**
   * Carries it out. Called again with the same change if a kill came between, so a second time does
   * nothing more. A `Refusal` says that it cannot be, now or later, and ends it; any other error has it tried
   * again.
   */
  apply(input: Input, change: AppliedChange): Promise<void>
}
