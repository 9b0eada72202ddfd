/** The API of the maintenance module. */
export { registerMaintenanceDesk } from './maintenance-desk.ts'
