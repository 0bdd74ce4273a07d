import { useEffect, useState } from 'react';
import { readLicenses } from '@/lib/base/about/read-licenses.ts';
import type { ShippedPackage } from '@/lib/base/about/shipped-package.ts';
import { t } from '@/lib/base/locale/t.ts';
import styles from './licenses.module.css';

/** The packages in the extension; each opens to its license. */
export function Licenses() {
  const packages = useLicenses();
  if (packages === 'failed') return <p role="alert">{t('about.software.failed')}</p>;
  return (
    <ul className={styles.packages} aria-busy={packages === undefined}>
      {packages?.map(({ name, version, license, text }) => (
        <li key={`${name} ${version}`}>
          <details>
            <summary>
              <bdi>{name}</bdi> <bdi className={styles.license}>{`${version} · ${license}`}</bdi>
            </summary>
            <pre lang="en" dir="ltr" tabIndex={0} aria-label={name}>
              {text}
            </pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

function useLicenses(): ShippedPackage[] | 'failed' | undefined {
  const [packages, setPackages] = useState<ShippedPackage[] | 'failed'>();
  useEffect(() => {
    void readLicenses().then(setPackages, () => setPackages('failed'));
  }, []);
  return packages;
}
