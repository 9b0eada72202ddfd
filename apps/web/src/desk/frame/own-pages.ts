/** The pages of the console that parts of it add, in the order of the navigation. */
import { deskRoles } from '@tukar/wire'
import { booksPages } from '../books/pages.tsx'
import { say as sayChange } from '../change/change-words.ts'
import { ChangesPage } from '../change/changes-page.tsx'
import { CurrenciesPage } from '../currencies/currencies-page.tsx'
import { currencyTitle, say as sayCurrency } from '../currencies/currency-words.ts'
import { FeesPage } from '../markets/fees-page.tsx'
import { marketTitle, say as sayMarket } from '../markets/market-words.ts'
import { MarketsPage } from '../markets/markets-page.tsx'
import { contentPages } from '../content/pages.tsx'
import type { OwnPage } from './own-page.ts'
import { PasskeysPage, passkeysTitle } from '../passkeys/passkeys-page.tsx'
import { PeoplePlace } from '../people/people-place.tsx'
import { personTitle, say as sayPeople } from '../people/people-words.ts'
import { SettingsPage, settingsTitle } from '../settings/settings-page.tsx'
import { TaxDeskPage, taxDeskTitle } from '../tax/tax-page.tsx'

export const ownPages: readonly OwnPage[] = [
  {
    name: 'people',
    group: 'people',
    roles: deskRoles,
    title: () => sayPeople('title'),
    partTitle: personTitle,
    Page: PeoplePlace,
  },
  {
    name: 'changes',
    group: 'today',
    roles: deskRoles,
    title: () => sayChange('changes'),
    queue: { name: 'changes.waiting', title: () => sayChange('queue') },
    Page: ChangesPage,
  },
  {
    name: 'markets',
    group: 'markets',
    roles: ['risk', 'admin'],
    title: () => sayMarket('markets'),
    partTitle: marketTitle,
    Page: MarketsPage,
  },
  {
    name: 'currencies',
    group: 'markets',
    roles: ['support', 'finance', 'risk', 'admin'],
    title: () => sayCurrency('currencies'),
    partTitle: currencyTitle,
    Page: CurrenciesPage,
  },
  {
    name: 'fees',
    group: 'markets',
    roles: ['finance', 'admin'],
    title: () => sayMarket('fees'),
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

/** The page of a queue as the overview names it; none where another part has it. */
export function ownPageOfQueue(name: string): OwnPage | undefined {
  return ownPages.find(({ queue }) => queue?.name === name)
}
