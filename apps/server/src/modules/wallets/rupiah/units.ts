/** Rupiah in tables and commands are units of 0.01; the gateway counts whole rupiah. */

/** The currency of this folder. */
export { rupiahId } from '@tukar/core'

const unitsPerRupiah = 100

/** Units of whole rupiah. */
export function unitsOf(rupiah: number): number {
  return rupiah * unitsPerRupiah
}

/** Whole rupiah of units that are whole rupiah. */
export function rupiahOf(units: number): number {
  return Math.floor(units / unitsPerRupiah)
}

/** Whether units are whole rupiah. */
export function isWhole(units: number): boolean {
  return units % unitsPerRupiah === 0
}
