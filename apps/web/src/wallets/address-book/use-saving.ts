/** Saving to the address book in passing: ticked beside what is confirmed, done once that is through. */
import { addressBookMessages } from '@tukar/i18n'
import type { CounterpartyKind } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { sayer } from '../../app/translate.ts'
import { toast } from '../../ui/toast.tsx'
import { changeCounterparty, saveCounterparty } from './book-calls.ts'
import { completed, type CounterpartyDraft, type SavingPlan, type Told } from './counterparty.ts'
import { refreshAddressBook } from './use-address-book.ts'

const say = sayer(addressBookMessages)

type Choice = Pick<CounterpartyDraft, 'label' | 'kind'> & { readonly isOn: boolean }

const noChoice = { isOn: false, label: '' } as const

export type Saving = {
  readonly choice: Choice
  readonly trouble: string | null
  readonly change: (part: Partial<Choice>) => void
  /** Says what is missing; true where nothing is. */
  readonly check: (plan: SavingPlan | null) => boolean
  /** Saves what was ticked, and says how that went; nothing where nothing was ticked. */
  readonly save: (plan: SavingPlan | null, facts: Told & { readonly address: string }) => void
}

/** Saves, and says how that went; what was confirmed stands either way. */
async function saveOne(plan: SavingPlan, draft: CounterpartyDraft): Promise<void> {
  const failure =
    plan.kind === 'new'
      ? await saveCounterparty(draft)
      : await changeCounterparty(plan.entry.id, draft)
  if (failure === null) toast('good', say('saved'))
  else toast('warn', say('notSaved'), failureText(failure))
  refreshAddressBook()
}

/** Returns what keeps the tick and saves; a new entry is of `usualKind` unless the person says else. */
export function useSaving(usualKind: CounterpartyKind): Saving {
  const [choice, setChoice] = useState<Choice>({ ...noChoice, kind: usualKind })
  const [trouble, setTrouble] = useState<string | null>(null)
  const { isOn, label, kind } = choice
  return {
    choice,
    trouble,
    change(part) {
      setTrouble(null)
      setChoice({ ...choice, ...part })
    },
    check(plan) {
      const isMissing = isOn && plan?.kind === 'new' && label.trim() === ''
      if (isMissing) setTrouble(say('labelEmpty'))
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
