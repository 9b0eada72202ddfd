/** What a withdrawal over a chain costs, and the code that confirms it: in the form and in its check. */
import { accountMessages, coinWithdrawalMessages } from '@tukar/i18n'
import { CodeField } from '../../accounts/codes/code-field.tsx'
import { sayer } from '../../app/translate.ts'
import rupiahStyles from '../rupiah.module.css'
import { shownCoin } from './coin.ts'
import { coinFigures } from './coin-withdrawal.ts'
import type { CoinCourse } from './use-coin-withdrawal.ts'

const say = sayer(coinWithdrawalMessages)
const sayAccount = sayer(accountMessages)

/** The field of the authenticator's code. */
export function FactorField({ course }: { readonly course: CoinCourse }) {
  return (
    <CodeField
      label={sayAccount('googleSecret')}
      note={say('factorNote')}
      error={course.troubles.factor}
      value={course.factorCode}
      onChange={course.setFactorCode}
    />
  )
}

/** What arrives, and how that comes about (EVMW-09, BTCW-03). */
export function CoinFigureList({
  course,
  units,
}: {
  readonly course: CoinCourse
  readonly units: number | null
}) {
  const { coin } = course
  const fee = course.asking.unresolved?.fee ?? course.fee
  const figures = units === null || fee === null ? null : coinFigures(units, fee)
  const shown = (part: number | null) =>
    part === null ? '–' : `${shownCoin(part, coin.decimals)} ${coin.symbol}`
  return (
    <dl className={rupiahStyles['figures']}>
      <div>
        <dt>{say('leaves')}</dt>
        <dd>{shown(units)}</dd>
      </div>
      <div>
        <dt>{say('fee')}</dt>
        <dd>{shown(fee)}</dd>
      </div>
      <div data-main="true">
        <dt>{say('arrives')}</dt>
        <dd>{shown(figures === null ? null : Math.max(0, figures.net))}</dd>
      </div>
    </dl>
  )
}
