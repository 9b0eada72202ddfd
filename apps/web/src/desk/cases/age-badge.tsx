/** The waiting time of a case: a text, an icon and a color. */
import { Badge } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toAgeText, t } from '../texts.ts'

/** The time since a moment. */
export function AgeBadge({ beganAt }: { readonly beganAt: string }) {
  const { text, judged } = toAgeText(beganAt)
  if (judged === 'fresh') return <Badge>{text}</Badge>
  const isOverdue = judged === 'overdue'
  return (
    <Badge tone={isOverdue ? 'down' : 'warn'}>
      <Icon name={isOverdue ? 'warning' : 'clock'} size={12} />
      {`${text}, ${t(isOverdue ? 'isOverdue' : 'isLate')}`}
    </Badge>
  )
}
