/** The scores of a check as two bars (KYCM-11). */
import type { Scores } from './modal-steps.ts'
import { t, scoreText } from './modal-texts.ts'
import styles from './modal.module.css'

/** A bar for the probability and one for the quality, each with its figure. */
export function ScoreBars({ scores }: { readonly scores: Scores }) {
  return (
    <div className={styles['scores']}>
      <ScoreBar name={t('probability')} share={scores.probability} />
      <ScoreBar name={t('quality')} share={scores.quality} />
    </div>
  )
}

function ScoreBar({ name, share }: { readonly name: string; readonly share: number }) {
  return (
    <label className={styles['score']}>
      <span>{name}</span>
      <b>{scoreText(share)}</b>
      <meter min={0} max={1} value={share} aria-label={name} />
    </label>
  )
}
