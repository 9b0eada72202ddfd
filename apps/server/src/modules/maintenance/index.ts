/** The maintenance module's front door. */
export { registerMaintenanceDesk } from './maintenance-desk.ts'
