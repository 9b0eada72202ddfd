/** The operators with their roles. Two admins grant and revoke them: one proposes, another one confirms. */
import { deskReasonLengthMin, deskRoles } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../api/failure-text.ts'
import { Button } from '../ui/button.tsx'
import { Badge, ErrorState, Skeleton } from '../ui/feedback.tsx'
import { Field, FieldFrame } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.tsx'
import { changeRole, loadOperators, loadProposals } from './desk-calls.ts'
import styles from './desk.module.css'
import { ProposalsPart } from './proposals-part.tsx'
import { DeskTable } from './desk-table.tsx'
import { momentText, roleText, t } from './texts.ts'
import { useLoaded } from './use-loaded.ts'
import type { OperatorEntry } from './cases/case-wire.ts'

/** The page of operators. */
export function OperatorsPage({ onDecided }: { readonly onDecided: () => void }) {
  const { loaded, reload } = useLoaded('operators', loadOperators)
  const proposals = useLoaded('proposals', loadProposals)
  // Both load together, so that the layout does not shift.
  const isLoading = loaded.state === 'loading' || proposals.loaded.state === 'loading'
  const onChanged = () => {
    reload()
    proposals.reload()
    onDecided()
  }
  return (
    <div className={styles['page']}>
      <h1>{t('operators')}</h1>
      <p className={styles['quiet']}>{t('operatorsText')}</p>
      {isLoading && <Skeleton height={160} />}
      {loaded.state === 'error' && (
        <ErrorState
          title={t('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={reload}
        />
      )}
      {loaded.state === 'ready' && !isLoading && (
        <>
          <ProposalsPart loaded={proposals.loaded} onDecided={onChanged} />
          <OperatorTable operators={loaded.value} />
          <RoleForm onChanged={onChanged} />
        </>
      )}
    </div>
  )
}

function OperatorTable({ operators }: { readonly operators: readonly OperatorEntry[] }) {
  return (
    <DeskTable label={t('operators')} heads={[t('name'), t('email'), t('roles'), t('since')]}>
      {operators.map(({ userId, name, email, roles, since }) => (
        <tr key={userId}>
          <th scope="row">{name}</th>
          <td>{email}</td>
          <td>
            <span className={styles['roles']}>
              {roles.map((role) => (
                <Badge key={role}>{roleText(role)}</Badge>
              ))}
            </span>
          </td>
          <td className={styles['moment']}>{momentText(since)}</td>
        </tr>
      ))}
    </DeskTable>
  )
}

function RoleForm({ onChanged }: { readonly onChanged: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<(typeof deskRoles)[number]>('finance')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<{ email?: string; reason?: string }>({})
  const [isBusy, setBusy] = useState(false)
  const change = async (isGiven: boolean) => {
    const found = {
      ...(email.includes('@') ? {} : { email: t('emailInvalid') }),
      ...(reason.trim().length >= deskReasonLengthMin
        ? {}
        : { reason: t('reasonShort', { least: deskReasonLengthMin }) }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const outcome = await changeRole({ email: email.trim(), role, isGiven, reason: reason.trim() })
    setBusy(false)
    if (!outcome.ok) {
      toast('bad', failureText(outcome))
      return
    }
    toast('good', t('proposed'))
    setReason('')
    onChanged()
  }
  return (
    <form className={styles['card']} onSubmit={(event) => event.preventDefault()}>
      <h2>{t('giveTitle')}</h2>
      <Field
        label={t('giveEmail')}
        type="email"
        autoComplete="off"
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <FieldFrame label={t('giveRole')}>
        {() => (
          <Select
            label={t('giveRole')}
            value={role}
            options={deskRoles.map((value) => ({ value, label: roleText(value) }))}
            onChange={setRole}
          />
        )}
      </FieldFrame>
      <Field
        label={t('reasonLabel')}
        value={reason}
        error={errors.reason}
        note={t('reasonNote', { least: deskReasonLengthMin })}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className={styles['choices']}>
        <Button isBusy={isBusy} kind="danger" onClick={() => void change(false)}>
          {t('take')}
        </Button>
        <Button isBusy={isBusy} kind="primary" onClick={() => void change(true)}>
          {t('give')}
        </Button>
      </div>
    </form>
  )
}
