/** The pages of the console that parts of it add, in the order of the navigation. */
import { deskRoles } from '@tukar/wire'
import { say as sayChange } from './change/change-words.ts'
import { ChangesPage } from './change/changes-page.tsx'
import type { OwnPage } from './own-page.ts'

export const ownPages: readonly OwnPage[] = [
  {
    name: 'changes',
    group: 'first',
    roles: deskRoles,
    title: () => sayChange('changes'),
    queue: { name: 'changes.waiting', title: () => sayChange('queue') },
    Page: ChangesPage,
  },
]

/** The page of a queue as the overview names it; none where another part has it. */
export function ownPageOfQueue(name: string): OwnPage | undefined {
  return ownPages.find(({ queue }) => queue?.name === name)
}
