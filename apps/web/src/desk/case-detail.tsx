/**
 * The frame of a case: always the same parts in the same order, so that the eye knows where to look: who,
 * what, why it was flagged, what happened, documents, decision.
 */
import { type ReactNode, useId } from 'react'
import { Badge } from '../ui/feedback.tsx'
import styles from './desk.module.css'
import { momentText, say, stateText } from './texts.ts'
import type { Step } from './cases.ts'

export type CaseDetailProps = {
  readonly title: string
  readonly state: string
  /** Leads back to the list where the list is not beside it. */
  readonly back: ReactNode
  readonly who: ReactNode
  readonly what: ReactNode
  /** Sentences, as are the causes of the steps. */
  readonly flags: readonly string[]
  readonly steps: readonly Step[]
  readonly documents: ReactNode
  readonly decision: ReactNode
}

/** A case with its six parts. */
export function CaseDetail(props: CaseDetailProps) {
  const { title, state, back, who, what, flags, steps, documents, decision } = props
  const shown = stateText(state)
  return (
    <article className={styles['detail']} aria-label={title}>
      {back}
      <header className={styles['detailHead']}>
        <h2>{title}</h2>
        <Badge tone={shown.tone}>{shown.text}</Badge>
      </header>
      <Part name={say('who')}>{who}</Part>
      <Part name={say('what')}>{what}</Part>
      <Part name={say('why')}>
        {flags.length === 0 ? (
          <p className={styles['quiet']}>{say('noFlags')}</p>
        ) : (
          <ul className={styles['flags']}>
            {[...new Set(flags)].map((flag) => (
              <li key={flag}>{flag}</li>
            ))}
          </ul>
        )}
      </Part>
      <Part name={say('history')}>
        <ol className={styles['steps']}>
          {steps.map((step, index) => (
            <StepRow key={index} step={step} />
          ))}
        </ol>
      </Part>
      <Part name={say('documents')}>{documents}</Part>
      <Part name={say('decision')}>{decision}</Part>
    </article>
  )
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      {children}
    </section>
  )
}

function StepRow({ step: { at, state, cause } }: { readonly step: Step }) {
  return (
    <li>
      <time dateTime={at}>{momentText(at)}</time>
      <span>{stateText(state).text}</span>
      {cause !== '' && <span className={styles['quiet']}>{cause}</span>}
    </li>
  )
}

export type FactProps = { readonly name: string; readonly children: ReactNode }

/** Facts of a case: a name and what it is. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={styles['facts']}>{children}</dl>
}

/** One of them. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
