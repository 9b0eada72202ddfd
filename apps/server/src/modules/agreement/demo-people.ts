/**
 * Demo people may do everything from the start: they are approved with invented details, and have
 * agreed.
 */
import type { KycDetails } from '@tukar/wire'
import { listDemoPeople } from '../accounts/index.ts'
import { approveDemoPerson } from '../kyc/index.ts'
import { agreeForDemoPerson, type AgreementDeps } from './service.ts'

type Invented = Pick<
  KycDetails,
  'name' | 'phone' | 'birthPlace' | 'birthDate' | 'gender' | 'number' | 'profession'
>

/**
 * Invented details by short name. The serial number of these identity numbers is never issued, so they belong
 * to nobody.
 */
const inventedOf: Readonly<Record<string, Invented>> = {
  Sari: {
    name: 'Sari Wulandari',
    phone: '+628110000001',
    birthPlace: 'Bandung',
    birthDate: '1992-04-17',
    gender: 'F',
    number: '3273015704920000',
    profession: 'Guru',
  },
  Budi: {
    name: 'Budi Santoso',
    phone: '+628110000002',
    birthPlace: 'Bandung',
    birthDate: '1988-11-03',
    gender: 'M',
    number: '3273010311880000',
    profession: 'Wiraswasta',
  },
  Ratna: {
    name: 'Ratna Operator',
    phone: '+628110000003',
    birthPlace: 'Bandung',
    birthDate: '1985-02-21',
    gender: 'F',
    number: '3273016102850000',
    profession: 'Karyawan',
  },
  Bayu: {
    name: 'Bayu Operator',
    phone: '+628110000004',
    birthPlace: 'Bandung',
    birthDate: '1983-08-09',
    gender: 'M',
    number: '3273010908830000',
    profession: 'Karyawan',
  },
}

/**
 * Approves the demo people of a simulation and records their agreement; those who are further already stay
 * unchanged.
 */
export async function openToDemoPeople(
  deps: AgreementDeps & { readonly clock: () => number },
): Promise<void> {
  for (const { userId, name } of await listDemoPeople(deps.database)) {
    const invented = inventedOf[name]
    if (invented === undefined) continue
    await approveDemoPerson(deps, userId, {
      ...invented,
      address: 'Jalan Contoh 1',
      numberKind: 'ktp',
      npwp: null,
      city: 'Kota Bandung',
      province: 'Jawa Barat',
      nationality: 'ID',
    })
    await agreeForDemoPerson(deps, userId)
  }
}
