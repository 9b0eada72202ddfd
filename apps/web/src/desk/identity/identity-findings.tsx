/** The findings of the automatic check, and for unmasked cases the read data beside the typed data. */
import { Badge, Banner } from '../../ui/feedback.tsx'
import type { Finding, ShownIdentity } from './identity.ts'
import { detailNameText, findingSentences, findingTitle, t } from './identity-texts.ts'
import styles from '../desk.module.css'
import own from './identity.module.css'
import { DeskTable } from '../desk-table.tsx'

export type IdentityFindingsProps = {
  readonly findings: readonly Finding[]
  /** Whether another pending or approved account has the number. */
  readonly isNumberShared: boolean
  readonly shown: ShownIdentity | null
}

/** The findings, the newest first. */
export function IdentityFindings({ findings, isNumberShared, shown }: IdentityFindingsProps) {
  const accounts = shown?.usedBy.join(', ') ?? ''
  const used = (isNumberShared || accounts !== '') && (
    <Banner tone="warn">
      {accounts === '' ? t('numberShared') : t('numberUsedBy', { accounts })}
    </Banner>
  )
  if (findings.length === 0) {
    return (
      <>
        {used}
        <p className={styles['quiet']}>{t('noFindings')}</p>
      </>
    )
  }
  return (
    <div className={own['findings']}>
      {used}
      {findings.map((finding, index) => (
        <section key={finding.at} className={own['finding']}>
          <h4>{findingTitle(finding)}</h4>
          <ul>
            {findingSentences(finding).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {shown !== null && <ReadTable shown={shown} index={index} />}
        </section>
      ))}
    </div>
  )
}

const compared = ['name', 'number', 'birthDate'] as const

function ReadTable({ shown, index }: { readonly shown: ShownIdentity; readonly index: number }) {
  const read = shown.read[index]
  if (read === undefined) return null
  return (
    <DeskTable
      label={t('readTitle')}
      heads={[t('detail'), t('typed'), t('read')]}
      caption={<caption className={own['caption']}>{t('readTitle')}</caption>}
    >
      {compared.map((name) => {
        const typed = shown.details?.[name] ?? ''
        const differs = read[name] !== '' && typed !== '' && !isSame(typed, read[name])
        return (
          <tr key={name}>
            <th scope="row">{detailNameText(name)}</th>
            <td>{typed === '' ? '–' : typed}</td>
            <td>
              {read[name] === '' ? '–' : read[name]}{' '}
              {differs && <Badge tone="warn">{t('differs')}</Badge>}
            </td>
          </tr>
        )
      })}
    </DeskTable>
  )
}

/** Documents use capital letters. */
function isSame(one: string, other: string): boolean {
  return one.trim().toUpperCase() === other.trim().toUpperCase()
}
