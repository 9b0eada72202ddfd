/** The engine's front door. */
export { forgetMark, letSeal, letSealFirst, markFileIn } from './acknowledged.ts'
export { BootRefused } from './boot-checks.ts'
export { type EngineOptions, startEngine } from './client.ts'
export { holdName, type HoldStatement, statementKeyOf } from './hold-statement.ts'
export * from './port.ts'
export { commandIdOf, derivedCommandId } from './command-ids.ts'
export { isProjectedUntil } from './projected.ts'
export { whileNobodyLeads } from './unled.ts'
