/** One market: its state, its switches, its rules, and the form that changes them. */
import { deskMarketStates, type DeskMarketState } from '@tukar/wire'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Badge, Banner } from '../../ui/feedback.tsx'
import { ChangeDialog } from '../change/change-dialog.tsx'
import deskStyles from '../desk.module.css'
import { readRules, type RuleField, toTypedRules } from './market-form-model.ts'
import { MarketRulesFields, useRulesForm } from './market-rules-fields.tsx'
import { amountText, percentText, t, stateText } from './market-texts.ts'
import type { MarketEntry } from './market-wire.ts'
import styles from './markets.module.css'

export type MarketDetailProps = {
  readonly market: MarketEntry
  readonly onChanged: () => void
}

const moves = {
  open: 'toOpen',
  cancel_only: 'toCancelOnly',
  halted: 'toHalted',
} as const satisfies Record<DeskMarketState, string>

/** The market. */
export function MarketDetail({ market, onChanged }: MarketDetailProps) {
  const [change, setChange] = useState<DeskMarketState | null>(null)
  const [isEditing, setEditing] = useState(false)
  const { pair, state, lastPrice, openOrders, quote } = market
  const { text, tone } = stateText(state)
  return (
    <>
      <section className={deskStyles['card']}>
        <div className={styles['head']}>
          <h2>{pair.replace('_', '/')}</h2>
          <Badge tone={tone}>{text}</Badge>
        </div>
        <dl className={deskStyles['facts']}>
          <Fact name={t('lastPrice')}>
            {lastPrice === null ? '–' : amountText(lastPrice, quote)}
          </Fact>
          <Fact name={t('openOrders')}>{openOrders}</Fact>
        </dl>
        <div className={styles['buttons']}>
          {deskMarketStates
            .filter((to) => to !== state)
            .map((to) => (
              <Button
                key={to}
                size="small"
                kind={to === 'open' ? 'secondary' : 'danger'}
                onClick={() => setChange(to)}
              >
                {t(moves[to])}
              </Button>
            ))}
        </div>
      </section>
      {isEditing ? (
        <RulesForm
          market={market}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            onChanged()
          }}
        />
      ) : (
        <RulesCard market={market} onEdit={() => setEditing(true)} />
      )}
      {change !== null && (
        <ChangeDialog
          kind="market.state"
          input={{ pair, state: change }}
          onClose={() => setChange(null)}
          onDone={onChanged}
        />
      )}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: string | number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function RulesCard({
  market,
  onEdit,
}: {
  readonly market: MarketEntry
  readonly onEdit: () => void
}) {
  const { base, quote } = market
  const facts: readonly (readonly [RuleField, string])[] = [
    ['tick', amountText(market.tick, quote)],
    ['lot', amountText(market.lot, base)],
    ['minimum', amountText(market.minimum, quote)],
    ['quantityMax', amountText(market.quantityMax, base)],
    ['priceMin', amountText(market.priceMin, quote)],
    ['priceMax', amountText(market.priceMax, quote)],
    ['referencePrice', amountText(market.referencePrice, quote)],
    ['buyBand', `${percentText(market.buyBandPpm)}%`],
    ['sellBand', `${percentText(market.sellBandPpm)}%`],
    ['openOrdersMax', String(market.openOrdersMax)],
  ]
  return (
    <section className={deskStyles['card']}>
      <h2>{t('rules')}</h2>
      <dl className={deskStyles['facts']}>
        {facts.map(([field, text]) => (
          <Fact key={field} name={t(field)}>
            {text}
          </Fact>
        ))}
      </dl>
      {market.state !== 'halted' && <p className={deskStyles['quiet']}>{t('haltFirst')}</p>}
      <div className={styles['buttons']}>
        <Button size="small" disabled={market.state !== 'halted'} onClick={onEdit}>
          {t('editRules')}
        </Button>
      </div>
    </section>
  )
}

type RulesFormProps = {
  readonly market: MarketEntry
  readonly onClose: () => void
  readonly onDone: () => void
}

function RulesForm({ market, onClose, onDone }: RulesFormProps) {
  const { pair, base, quote } = market
  const form = useRulesForm(toTypedRules(market))
  const [input, setInput] = useState<object | null>(null)
  const show = () => {
    const read = readRules(form.typed)
    form.setFaults(read.ok ? {} : read.faults)
    if (read.ok) setInput({ pair, ...read.rules })
  }
  return (
    <>
      <form
        className={styles['wide']}
        aria-label={t('editRules')}
        onSubmit={(event) => {
          event.preventDefault()
          show()
        }}
      >
        <h2>{t('editRules')}</h2>
        <Banner tone="info">{t('rulesText')}</Banner>
        <MarketRulesFields form={form} base={base} quote={quote} />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('showPreview')}
          </Button>
        </div>
      </form>
      {input !== null && (
        <ChangeDialog
          kind="market.rules"
          input={input}
          onClose={() => setInput(null)}
          onDone={onDone}
        />
      )}
    </>
  )
}
