/** The actions on a person; each opens the dialog of changes, which asks for a reason. */
import { type FactorCheck, factorChecks, suspensionCauses } from '@tukar/wire'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { FieldFrame } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { ChangeRequest } from '../change/change-calls.ts'
import deskStyles from '../desk.module.css'
import type { Me } from '../cases/case-wire.ts'
import styles from './people.module.css'
import type { PersonDetail } from './people-wire.ts'
import { t } from './people-texts.ts'

export type PersonActionsProps = {
  readonly me: Me
  readonly detail: PersonDetail
  /** Opens the dialog of a change. */
  readonly onPropose: (wanted: ChangeRequest) => void
}

/** Whether the operator has one of these roles; the server checks too. */
export function mayAs({ roles }: Me, wanted: readonly string[]): boolean {
  return roles.some((role) => wanted.includes(role))
}

/** The actions that the operator's roles allow; none on the own account, and none on demo accounts. */
export function PersonActions({ me, detail, onPropose }: PersonActionsProps) {
  const [openDialog, setOpenDialog] = useState<'suspend' | 'reset' | 'prove' | null>(null)
  const { person, isDemo, suspendedAt, hasTwoFactor, factorResetAt, heldState, sessions } = detail
  const { userId } = person
  if (userId === me.userId) return <Banner tone="info">{t('ownAccount')}</Banner>
  if (isDemo) return <Banner tone="info">{t('demoAccount')}</Banner>
  const [watches, isAdmin] = [mayAs(me, ['risk', 'admin']), mayAs(me, ['admin'])]
  const propose = (kind: string, input: object) => {
    setOpenDialog(null)
    onPropose({ kind, input })
  }
  return (
    <div className={styles['actions']}>
      {watches && suspendedAt === '' && (
        <Button kind="danger" onClick={() => setOpenDialog('suspend')}>
          {t('suspend')}
        </Button>
      )}
      {watches && suspendedAt !== '' && (
        <Button kind="primary" onClick={() => propose('user.resume', { user_id: userId })}>
          {t('resume')}
        </Button>
      )}
      {mayAs(me, ['support', 'risk', 'admin']) && sessions.length > 0 && (
        <Button onClick={() => propose('user.end_sessions', { user_id: userId, session_id: null })}>
          {t('endAll')}
        </Button>
      )}
      {isAdmin && hasTwoFactor && factorResetAt === '' && (
        <Button onClick={() => setOpenDialog('reset')}>{t('resetFactor')}</Button>
      )}
      {heldState !== '' && <Banner tone="warn">{t('heldAccount')}</Banner>}
      {isAdmin && heldState !== '' && (
        <Button kind="primary" onClick={() => setOpenDialog('prove')}>
          {t('prove')}
        </Button>
      )}
      <Dialog
        isOpen={openDialog === 'suspend'}
        onClose={() => setOpenDialog(null)}
        title={t('suspendTitle')}
      >
        <SuspendForm onChosen={(why) => propose('user.suspend', { user_id: userId, why })} />
      </Dialog>
      <Dialog
        isOpen={openDialog === 'reset'}
        onClose={() => setOpenDialog(null)}
        title={t('resetTitle')}
      >
        <ResetForm
          onChecked={(checks) => propose('user.reset_factor', { user_id: userId, checks })}
        />
      </Dialog>
      <Dialog
        isOpen={openDialog === 'prove'}
        onClose={() => setOpenDialog(null)}
        title={t('prove')}
      >
        <ResetForm
          onChecked={(checks) =>
            propose('user.prove', { user_id: userId, state: heldState, checks })
          }
        />
      </Dialog>
    </div>
  )
}

const causeKeys = {
  safety: 'causeSafety',
  documents: 'causeDocuments',
  rules: 'causeRules',
  law: 'causeLaw',
} as const

type Cause = (typeof suspensionCauses)[number]

function SuspendForm({ onChosen }: { readonly onChosen: (why: Cause) => void }) {
  const [why, setWhy] = useState<Cause>('safety')
  return (
    <form
      className={deskStyles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onChosen(why)
      }}
    >
      <Banner tone="info">{t('suspendText')}</Banner>
      <FieldFrame label={t('causeLabel')}>
        {() => (
          <Select
            label={t('causeLabel')}
            value={why}
            options={suspensionCauses.map((value) => ({ value, label: t(causeKeys[value]) }))}
            onChange={setWhy}
          />
        )}
      </FieldFrame>
      <Button type="submit" kind="primary">
        {t('lookFirst')}
      </Button>
    </form>
  )
}

const checkKeys = { face: 'checkFace', questions: 'checkQuestions', mail: 'checkMail' } as const

type Checks = Readonly<Record<FactorCheck, boolean>>

const unchecked: Checks = { face: false, questions: false, mail: false }

function ResetForm({ onChecked }: { readonly onChecked: (checks: Checks) => void }) {
  const [checks, setChecks] = useState(unchecked)
  const isWhole = factorChecks.every((check) => checks[check])
  return (
    <form
      className={deskStyles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) onChecked(checks)
      }}
    >
      <Banner tone="warn">{t('resetText')}</Banner>
      {factorChecks.map((check) => (
        <Checkbox
          key={check}
          checked={checks[check]}
          onChange={(event) => setChecks({ ...checks, [check]: event.target.checked })}
        >
          {t(checkKeys[check])}
        </Checkbox>
      ))}
      <Button type="submit" kind="primary" disabled={!isWhole}>
        {t('lookFirst')}
      </Button>
    </form>
  )
}
