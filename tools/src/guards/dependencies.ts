/**
 * Installed packages are reviewed ones (ATT-116): each dependency names one version, the lock file has a hash
 * and no registry for each package, and every package with an install script is listed. `min-release-age` in
 * `.npmrc` enforces that versions are at least a week old.
 */
import type { Finding, Guard, Tree } from './tree.ts'

const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/
/** A workspace is used from its folder. */
const ownScope = '@tukar/'
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/

type Manifest = Readonly<Partial<Record<string, Readonly<Record<string, unknown>>>>>
type Locked = {
  readonly link?: boolean
  readonly integrity?: string
  readonly resolved?: string
  readonly hasInstallScript?: boolean
}

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** Dependencies of a manifest that are not pinned, or come from outside the registry. */
function findLoose(tree: Tree, file: string): readonly Finding[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a manifest that is none fails at its install
  const manifest = JSON.parse(tree.read(file)) as Manifest
  return kinds
    .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
    .filter(([name, version]) => !(name.startsWith(ownScope) && version === '*'))
    .filter(([, version]) => !exact.test(String(version)))
    .map(([name, version]) => ({
      file,
      message: `wants ${name} ${String(version)}: name one version`,
    }))
}

/**
 * Packages of a lock file without a hash, or with an install script that is neither allowed nor forbidden.
 */
function findUnknown(tree: Tree, file: string): readonly Finding[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const { packages } = JSON.parse(tree.read(file)) as { packages: Readonly<Record<string, Locked>> }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const manifest = JSON.parse(tree.read(file.replace(/-lock(?=\.json$)/, ''))) as Manifest
  const named = new Set(Object.keys(manifest['allowScripts'] ?? {}))
  const installed = Object.entries(packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && link !== true,
  )
  const faults = (place: string, { integrity, resolved, hasInstallScript }: Locked): string[] => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [
      ...(sha512.test(integrity ?? '') ? [] : [`has no hash of ${name}`]),
      ...(resolved === undefined ? [] : [`names the place of ${name}`]),
      ...(hasInstallScript !== true || named.has(name)
        ? []
        : [`runs a script of ${name}, which allowScripts does not name`]),
    ]
  }
  return [
    ...(installed.length === 0 ? [{ file, message: 'has no package' }] : []),
    ...installed.flatMap(([place, locked]) =>
      faults(place, locked).map((message) => ({ file, message })),
    ),
  ]
}

export const dependenciesGuard: Guard = {
  name: 'dependencies',
  check(tree) {
    const manifests = tree.files.filter((file) => /(?:^|\/)package\.json$/.test(file))
    const locks = tree.files.filter((file) => /(?:^|\/)package-lock\.json$/.test(file))
    if (!locks.includes('package-lock.json')) {
      return [{ file: 'package-lock.json', message: 'is not there' }]
    }
    const isAged = /^min-release-age=([7-9]|\d\d+)$/m.test(tree.read('.npmrc'))
    return [
      ...(isAged ? [] : [{ file: '.npmrc', message: 'takes in versions of less than a week' }]),
      ...manifests.flatMap((file) => findLoose(tree, file)),
      ...locks.flatMap((file) => findUnknown(tree, file)),
    ]
  },
}
