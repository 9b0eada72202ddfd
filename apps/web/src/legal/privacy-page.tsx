/** The privacy policy (LEGAL-02). */
import { legalMessages, privacyText } from '@tukar/i18n'
import { isSimulation } from '../app/client-config.ts'
import { pageTranslator } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { language } from '../theme/preferences.ts'
import { LegalPage } from './legal-page.tsx'

const t = pageTranslator(legalMessages)

/** `/pages/privacy-policy` */
export function PrivacyPage() {
  usePageTitle(t('privacyTitle'))
  return <LegalPage title={t('privacyTitle')} text={privacyText(language, isSimulation)} />
}
