/** Tables and commands count rupiah in units of 0.01; the gateway counts whole rupiah. */

/** The currency of this folder. */
export { rupiahId } from '@tukar/core'

const unitsPerRupiah = 100

/** Converts whole rupiah to units. */
export function unitsOf(rupiah: number): number {
  return rupiah * unitsPerRupiah
}

/** Converts units to whole rupiah. */
export function rupiahOf(units: number): number {
  return Math.floor(units / unitsPerRupiah)
}

/** Whether units are whole rupiah. */
export function isWhole(units: number): boolean {
  return units % unitsPerRupiah === 0
}
