/** The feature pages, in the order of the navigation. */
import { deskRoles } from '@tukar/wire'
import { booksPages } from '../books/pages.tsx'
import { t as tChange } from '../change/change-texts.ts'
import { ChangesPage } from '../change/changes-page.tsx'
import { CurrenciesPage } from '../currencies/currencies-page.tsx'
import { currencyTitle, t as tCurrency } from '../currencies/currency-texts.ts'
import { FeesPage } from '../markets/fees-page.tsx'
import { marketTitle, t as tMarket } from '../markets/market-texts.ts'
import { MarketsPage } from '../markets/markets-page.tsx'
import { contentPages } from '../content/pages.tsx'
import type { FeaturePage } from './feature-page.ts'
import { PasskeysPage, passkeysTitle } from '../passkeys/passkeys-page.tsx'
import { PeopleRoutes } from '../people/people-routes.tsx'
import { personTitle, t as tPeople } from '../people/people-texts.ts'
import { SettingsPage, settingsTitle } from '../settings/settings-page.tsx'
import { TaxDeskPage, taxDeskTitle } from '../tax/tax-page.tsx'

export const featurePages: readonly FeaturePage[] = [
  {
    name: 'people',
    group: 'people',
    roles: deskRoles,
    title: () => tPeople('title'),
    partTitle: personTitle,
    Page: PeopleRoutes,
  },
  {
    name: 'changes',
    group: 'today',
    roles: deskRoles,
    title: () => tChange('changes'),
    queue: { name: 'changes.waiting', title: () => tChange('queue') },
    Page: ChangesPage,
  },
  {
    name: 'markets',
    group: 'markets',
    roles: ['risk', 'admin'],
    title: () => tMarket('markets'),
    partTitle: marketTitle,
    Page: MarketsPage,
  },
  {
    name: 'currencies',
    group: 'markets',
    roles: ['support', 'finance', 'risk', 'admin'],
    title: () => tCurrency('currencies'),
    partTitle: currencyTitle,
    Page: CurrenciesPage,
  },
  {
    name: 'fees',
    group: 'markets',
    roles: ['finance', 'admin'],
    title: () => tMarket('fees'),
    Page: FeesPage,
  },
  {
    name: 'settings',
    group: 'system',
    roles: ['finance', 'risk', 'admin'],
    title: settingsTitle,
    Page: SettingsPage,
  },
  ...booksPages,
  {
    name: 'tax',
    group: 'books',
    roles: ['finance', 'admin'],
    title: taxDeskTitle,
    Page: TaxDeskPage,
  },
  ...contentPages,
  {
    name: 'passkeys',
    group: 'system',
    roles: deskRoles,
    title: passkeysTitle,
    Page: PasskeysPage,
  },
]

/** The page of an overview queue; undefined if no feature has it. */
export function findQueuePage(name: string): FeaturePage | undefined {
  return featurePages.find(({ queue }) => queue?.name === name)
}
