/**
 * The definition of a kind of change. The module that owns the changed thing defines preview and application;
 * reason, second operator and audit entry are the same for all kinds.
 */
import type { Language } from '@tukar/i18n'
import type { DeskRole } from '@tukar/wire'
import type * as z from 'zod/mini'
import type { Operator } from '../operator.ts'

/** A text in both languages. */
export type LocalText = Readonly<Record<Language, string>>

/** The audit subject of changes of a user's account. */
export const accountSubject = (userId: number): string => `user:${userId}`

/** One changed value: "Tick", "Kelipatan harga". Null: it did not exist, or will not. */
export type ChangeLine = {
  readonly text: LocalText
  readonly before: LocalText | null
  readonly after: LocalText | null
}

/** The effect of a change. Operators see it and it is stored, so personal data in it is masked. */
export type ChangePreview = {
  /** The subject in the audit log: `market:6`. */
  readonly subject: string
  /** The effect in one sentence. */
  readonly title: LocalText
  /** Values before and after as text; amounts also in rupiah. */
  readonly lines: readonly ChangeLine[]
  readonly warnings: readonly LocalText[]
  readonly isSecondNeeded: boolean
  /**
   * JSON for the audit log. `before` has everything that the decision depends on: if it differs at the
   * confirmation, the change is refused. So it must not contain values that change without a decision.
   */
  readonly before: unknown
  readonly after: unknown
}

/** A change that is being applied. */
export type AppliedChange = {
  /** The ids of engine commands derive from it. */
  readonly changeId: number
  /** The proposer. */
  readonly operatorId: number
  readonly reason: string
}

export type ChangeKind<Input> = {
  /** A dotted name: `market.add`, `setting.set`. */
  readonly kind: string
  /** The roles that may propose it, and confirm a proposal of another operator. */
  readonly roles: readonly DeskRole[]
  /** The subset of roles for some inputs; the proposer must still have one of them at the confirmation. */
  readonly rolesFor?: (input: Input) => readonly DeskRole[]
  /** A strict schema; other input is refused as `request.malformed`. */
  readonly input: z.ZodMiniType<Input>
  /**
   * Previews the effect; refuses what is impossible. It is called again with the second operator right before
   * the application, so that neither of the two can decide about their own account.
   */
  preview(input: Input, operator: Operator): Promise<ChangePreview>
  /**
   * Applies the change. It is called again with the same change after a crash, and must then have no further
   * effect. A `Refusal` ends the change for good; after any other error it is tried again.
   */
  apply(input: Input, change: AppliedChange): Promise<void>
}
