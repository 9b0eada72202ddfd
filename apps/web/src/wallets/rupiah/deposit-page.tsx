/** Deposits of rupiah (IDRD-01): the rules, the form, and the list with steps. */
import { rupiahMessages } from '@tukar/i18n'
import { pageTranslator } from '../../app/translate.ts'
import { PartBoundary } from '../../foreign/part-boundary.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { DepositForm } from './deposit-form.tsx'
import { DepositList } from './deposit-list.tsx'
import { GatewayNotice, RulesFailed, RupiahPage } from './rupiah-page.tsx'
import styles from './rupiah.module.css'
import { useRules, useRupiahUpdates } from './use-rupiah.ts'

const t = pageTranslator(rupiahMessages)

const terms = [t('termsName'), t('termsExact'), t('termsExpiryPlain'), t('termsFee')]

/** `/settings/wallets/idr_deposit` */
export function DepositPage() {
  useRupiahUpdates()
  const rules = useRules()
  return (
    <RupiahPage title={t('depositTitle')} text={t('depositText')}>
      <GatewayNotice rules={rules.value} />
      <div className={styles['columns']}>
        <section
          className={classes(styles['before'], styles['beforeFirst'])}
          aria-labelledby="terms-title"
        >
          <h2 id="terms-title">
            <Icon name="info" size={18} />
            {t('termsTitle')}
          </h2>
          <ul>
            {terms.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
        {/* Input and unresolved requests are kept if the rules failed to load. */}
        <div className={styles['panels']}>
          {rules.isFailed && <RulesFailed onRetry={rules.retry} />}
          <PartBoundary>
            <DepositForm rules={rules.value} />
          </PartBoundary>
        </div>
      </div>
      <PartBoundary>
        <DepositList />
      </PartBoundary>
    </RupiahPage>
  )
}
