/** The first page of the agreement (AGR-02): personal details, prefilled with known values. */
import { agreementMessages } from '@tukar/i18n'
import { useNavigate } from '../router/state.ts'
import { useEffect, useState } from 'react'
import { accountFailureText } from '../accounts/failure.ts'
import settings from '../accounts/settings/settings.module.css'
import { useAlert } from '../accounts/use-alert.ts'
import { useBusy } from '../accounts/use-busy.ts'
import { currentSession } from '../api/session.ts'
import { dropTabDraft, keepTabDraft, readTabDraft } from '../api/tab-draft.ts'
import { pageTranslator } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { loadSigning, saveParticulars } from './agreement-calls.ts'
import { fieldNamed } from './agreement-wire.ts'
import {
  createInitialForm,
  toDraft,
  particularFaults,
  type ParticularFaults,
  type ParticularsForm,
  verifiedFields,
} from './particulars-form.ts'
import { LivingPart, MoneyPart, PersonPart } from './sign-parts.tsx'
import { SigningFrame } from './signing-frame.tsx'

const t = pageTranslator(agreementMessages)

/** `/settings/agreement-sign` */
export function SignPage() {
  return (
    <SigningFrame
      title={t('formTitle')}
      text={t('formText')}
      load={loadSigning}
      findRedirect={({ mayAgree }) => (mayAgree ? null : '/')}
    >
      {({ form }) => <Particulars loaded={form} />}
    </SigningFrame>
  )
}

function Particulars({ loaded }: { readonly loaded: ParticularsForm }) {
  const userId = currentSession()?.userId ?? ''
  const [begun] = useState(() => createInitialForm(loaded, readTabDraft('particulars', userId)))
  const [form, setForm] = useState(begun)
  useEffect(() => {
    if (form !== begun) keepTabDraft('particulars', userId, toDraft(form))
  }, [form, begun, userId])
  const [faults, setFaults] = useState<ParticularFaults>({})
  const navigate = useNavigate()
  const alert = useAlert()
  const { isBusy, onSubmit } = useBusy()
  const change = (part: Partial<ParticularsForm>) => {
    setForm((now) => ({ ...now, ...part }))
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !(key in part))))
  }
  const submit = async () => {
    const found = particularFaults(form, loaded)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    alert.clear()
    const outcome = await saveParticulars(form, loaded)
    if (outcome.ok) {
      dropTabDraft('particulars')
      return navigate({ to: '/settings/agreement-sign-two' })
    }
    const field = outcome.code === 'kyc.number_used' ? 'number' : fieldNamed(outcome.params)
    if (field !== null) setFaults({ [field]: 'wrong' })
    alert.show('bad', accountFailureText(outcome))
  }
  const part = { form, faults, verified: verifiedFields(loaded), onChange: change }
  return (
    <form className={settings['card']} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      <PersonPart {...part} />
      <LivingPart {...part} />
      <MoneyPart {...part} />
      <div className={settings['actions']}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t(isBusy ? 'saving' : 'next')}
        </Button>
      </div>
    </form>
  )
}
