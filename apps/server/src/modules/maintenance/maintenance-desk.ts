/**
 * The maintenance switch of the console (SRV-09): its state, and a change with reason and audit entry. One
 * operator is enough in both directions, because there may be no time to wait for a second one.
 */
import { calls, type DeskMaintenance, SetMaintenance } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { readMaintenanceState, setMaintenance } from '../../platform/maintenance/switch.ts'
import { type Desk, deskRoute, type LocalText } from '../desk/index.ts'

const text: LocalText = { en: 'The exchange', id: 'Bursa' }
const open: LocalText = { en: 'open', id: 'buka' }
const closed: LocalText = { en: 'closed for maintenance', id: 'ditutup untuk pemeliharaan' }

const titles = {
  close: {
    en: 'Closes the exchange to everybody but this console, within a second.',
    id: 'Menutup bursa bagi semua selain konsol ini, dalam satu detik.',
  },
  open: {
    en: 'Opens the exchange to everybody, within a second.',
    id: 'Membuka bursa bagi semua, dalam satu detik.',
  },
} as const satisfies Record<string, LocalText>

const closeWarning: LocalText = {
  en: 'Orders stay in the book and cannot be canceled meanwhile. Withdrawals that are under way go on.',
  id: 'Order tetap di buku dan tidak dapat dibatalkan sementara itu. Penarikan yang sudah berjalan tetap berjalan.',
}

/** Serves `/desk/maintenance`, and registers the change `maintenance.set`. */
export function registerMaintenanceDesk(http: HttpHost, desk: Desk): void {
  const { database } = desk
  deskRoute(http, desk, calls.deskMaintenance, 'admin', async ({ request }) => {
    const { isOn, changedAt } = await readMaintenanceState(database)
    const data = { is_on: isOn, changed_at: changedAt.toISOString() }
    return success(request, { data: data satisfies DeskMaintenance })
  })
  desk.changes.register<{ readonly is_on: boolean }>({
    kind: 'maintenance.set',
    roles: ['admin'],
    input: SetMaintenance,
    async preview({ is_on: isOn }) {
      const now = await readMaintenanceState(database)
      if (now.isOn === isOn) throw new Refusal('maintenance.unchanged')
      return {
        subject: 'maintenance',
        title: isOn ? titles.close : titles.open,
        lines: [{ text, before: now.isOn ? closed : open, after: isOn ? closed : open }],
        warnings: isOn ? [closeWarning] : [],
        isSecondNeeded: false,
        before: { is_on: now.isOn },
        after: { is_on: isOn },
      }
    },
    apply: ({ is_on: isOn }) => setMaintenance(database, isOn),
  })
}
