/** The terms and conditions (LEGAL-01). */
import { legalMessages, termsText } from '@tukar/i18n'
import { isSimulation } from '../app/client-config.ts'
import { pageTranslator } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { language } from '../theme/preferences.ts'
import { LegalPage } from './legal-page.tsx'

const t = pageTranslator(legalMessages)

/** `/pages/term-and-conditions` */
export function TermsPage() {
  usePageTitle(t('termsTitle'))
  return <LegalPage title={t('termsTitle')} text={termsText(language, isSimulation)} />
}
