/** The privacy policy (LEGAL-02). */
import { legalMessages, privacyText } from '@tukar/i18n'
import { isSimulation } from '../app/client-config.ts'
import { sayer } from '../app/translate.ts'
import { usePageTitle } from '../app/title.ts'
import { language } from '../theme/preferences.ts'
import { LegalPage } from './legal-page.tsx'

const say = sayer(legalMessages)

/** `/pages/privacy-policy` */
export function PrivacyPage() {
  usePageTitle(say('privacyTitle'))
  return <LegalPage title={say('privacyTitle')} text={privacyText(language, isSimulation)} />
}
