/** Who approved a case, and whether another approval is required (INV-22). */
import { Icon } from '../../ui/icon.tsx'
import { type CaseDetail, isDecision } from './cases.ts'
import styles from '../desk.module.css'
import { agreedText, t } from '../texts.ts'

export type ApprovalListProps = {
  readonly detail: Pick<CaseDetail, 'approvals' | 'approvalsNeeded' | 'can'>
  /** The second operator reads the first one's reason only after choosing. */
  readonly isReasonShown: boolean
}

/** The approvals so far; empty if none is required. */
export function ApprovalList({ detail, isReasonShown }: ApprovalListProps) {
  const { approvals, approvalsNeeded, can } = detail
  const isOpen = approvals.length < approvalsNeeded && can.length > 0
  return (
    <>
      {isOpen && approvals.length === 0 && (
        <p className={styles['quiet']}>{t(approvalsNeeded > 1 ? 'needsTwo' : 'needsOne')}</p>
      )}
      {approvals.length > 0 && (
        <ul className={styles['approvals']}>
          {approvals.map(({ operatorId, operator, at, decision, reason }) => (
            <li key={`${operatorId} ${decision}`}>
              <Icon name={decision === 'reject' ? 'close' : 'check'} size={16} />
              <span>
                {isDecision(decision) && agreedText(decision, operator, at)}
                {isOpen && decision !== 'reject' && ` ${t('needsAnother')}`}
                <ApprovalReason reason={reason} isShown={isReasonShown} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type ApprovalReasonProps = { readonly reason: string; readonly isShown: boolean }

/** The reason of an approval, which is optional. */
export function ApprovalReason({ reason, isShown }: ApprovalReasonProps) {
  if (reason === '') return null
  return (
    <span className={styles['quiet']}>
      {isShown ? t('approvalReason', { reason }) : t('approvalHidden')}
    </span>
  )
}
