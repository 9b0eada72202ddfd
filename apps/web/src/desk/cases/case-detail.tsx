/**
 * The layout of a case. It always has the same sections in the same order: person, facts, flags, history,
 * documents, decision.
 */
import { type ReactNode, useId } from 'react'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { Badge } from '../../ui/feedback.tsx'
import styles from '../desk.module.css'
import { momentText, t, stateText } from '../texts.ts'
import type { Step } from './cases.ts'

export type CaseDetailProps = {
  readonly title: string
  readonly state: string
  /** The link to the list, for windows without the list beside the case. */
  readonly back: ReactNode
  readonly who: ReactNode
  readonly facts: ReactNode
  /** Sentences, as are the causes of the steps. */
  readonly flags: readonly string[]
  /** Further findings, below the flags. */
  readonly findings?: ReactNode
  readonly steps: readonly Step[]
  readonly documents: ReactNode
  /** The title of the documents section if it has no papers. */
  readonly documentsName?: string
  readonly decision: ReactNode
  /** The texts of states, if they differ from those of money cases. */
  readonly stateOf?: typeof stateText
  /** Widens the case for pictures side by side. */
  readonly isWide?: boolean
}

/** A case with its six sections. */
export function CaseDetail(props: CaseDetailProps) {
  const { title, state, back, who, facts, flags, findings, steps, documents, decision } = props
  const { stateOf = stateText, isWide = false, documentsName = t('documents') } = props
  const shown = stateOf(state)
  return (
    <article className={styles['detail']} data-wide={isWide} aria-label={title}>
      {back}
      <header className={styles['detailHead']}>
        <h2>{title}</h2>
        <Badge tone={shown.tone}>{shown.text}</Badge>
      </header>
      <Part name={t('who')}>{who}</Part>
      <Part name={t('what')}>{facts}</Part>
      <Part name={t('why')}>
        {flags.length === 0 ? (
          <p className={styles['quiet']}>{t('noFlags')}</p>
        ) : (
          <ul className={styles['flags']}>
            {[...new Set(flags)].map((flag) => (
              <li key={flag}>{flag}</li>
            ))}
          </ul>
        )}
        {findings}
      </Part>
      <Part name={t('history')}>
        <ol className={styles['steps']}>
          {steps.map((step, index) => (
            <StepRow key={index} step={step} stateOf={stateOf} />
          ))}
        </ol>
      </Part>
      <Part name={documentsName}>{documents}</Part>
      <Part name={t('decision')}>{decision}</Part>
    </article>
  )
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <PartBoundary>
      <section className={styles['part']} aria-labelledby={id}>
        <h3 id={id}>{name}</h3>
        {children}
      </section>
    </PartBoundary>
  )
}

type StepRowProps = { readonly step: Step; readonly stateOf: typeof stateText }

function StepRow({ step: { at, state, cause }, stateOf }: StepRowProps) {
  return (
    <li>
      <time dateTime={at}>{momentText(at)}</time>
      <span>{stateOf(state).text}</span>
      {cause !== '' && <span className={styles['quiet']}>{cause}</span>}
    </li>
  )
}

export type FactProps = { readonly name: string; readonly children: ReactNode }

/** Facts of a case: names and values. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={styles['facts']}>{children}</dl>
}

/** One fact: its name and its value. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
