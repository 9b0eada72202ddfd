/**
 * Saves the counterparty of a coin withdrawal or deposit in the address book. The user ticks this in the
 * dialog. The entry is saved after the server accepts the request.
 */
import { addressBookMessages } from '@tukar/i18n'
import type { CounterpartyKind } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { toast } from '../../ui/toast.tsx'
import { changeCounterparty, saveCounterparty } from './book-calls.ts'
import {
  completed,
  type CounterpartyDraft,
  type SavingPlan,
  type TravelRuleIdentity,
} from './counterparty.ts'
import { refreshAddressBook } from './use-address-book.ts'

const t = pageTranslator(addressBookMessages)

type Choice = Pick<CounterpartyDraft, 'label' | 'kind'> & { readonly isOn: boolean }

const noChoice = { isOn: false, label: '' } as const

export type Saving = {
  readonly choice: Choice
  readonly problem: string | null
  readonly change: (part: Partial<Choice>) => void
  /** Shows missing input; returns true if nothing is missing. */
  readonly check: (plan: SavingPlan | null) => boolean
  /** Saves the chosen entry and shows the result; does nothing without a choice. */
  readonly save: (
    plan: SavingPlan | null,
    facts: TravelRuleIdentity & { readonly address: string },
  ) => void
}

/** Saves an entry and shows the result; a failure does not affect the payment. */
async function saveOne(plan: SavingPlan, draft: CounterpartyDraft): Promise<void> {
  const failure =
    plan.kind === 'new'
      ? await saveCounterparty(draft)
      : await changeCounterparty(plan.entry.id, draft)
  if (failure === null) toast('good', t('saved'))
  else toast('warn', t('notSaved'), failureText(failure))
  refreshAddressBook()
}

/**
 * Returns the state of the checkbox and the save function. A new entry has `usualKind` unless the user
 * chooses another kind.
 */
export function useSaving(usualKind: CounterpartyKind): Saving {
  const [choice, setChoice] = useState<Choice>({ ...noChoice, kind: usualKind })
  const [problem, setProblem] = useState<string | null>(null)
  const { isOn, label, kind } = choice
  return {
    choice,
    problem,
    change(part) {
      setProblem(null)
      setChoice({ ...choice, ...part })
    },
    check(plan) {
      const isMissing = isOn && plan?.kind === 'new' && label.trim() === ''
      if (isMissing) setProblem(t('labelEmpty'))
      return !isMissing
    },
    save(plan, facts) {
      setChoice({ ...noChoice, kind: usualKind })
      if (!isOn || plan === null) return
      const draft = plan.kind === 'new' ? { ...facts, label, kind } : completed(plan.entry, facts)
      saveOne(plan, draft).catch(() => undefined)
    },
  }
}
