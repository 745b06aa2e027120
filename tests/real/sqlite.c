// Twenty statements on an in-memory database, every row printed.
#include <stdio.h>
#include "sqlite3.h"

static const char *const statements[] = {
  "CREATE TABLE city(id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, people INTEGER)",
  "CREATE TABLE river(id INTEGER PRIMARY KEY, name TEXT, length REAL)",
  "CREATE TABLE stands_on(city INTEGER REFERENCES city(id), river INTEGER REFERENCES river(id))",
  "CREATE INDEX city_by_country ON city(country, people DESC)",
  "INSERT INTO city(name, country, people) VALUES ('Vienna','AT',1900000),('Graz','AT',290000),('Linz','AT',207000),"
  "('Budapest','HU',1750000),('Szeged','HU',160000),('Belgrade','RS',1380000),('Basel','CH',175000),('Cologne','DE',1080000)",
  "INSERT INTO river(name, length) VALUES ('Danube', 2850.5), ('Rhine', 1232.7), ('Mur', 464.0), ('Tisza', 965.25)",
  "INSERT INTO stands_on SELECT c.id, r.id FROM city c, river r WHERE (c.name IN ('Vienna','Linz','Budapest','Belgrade') AND r.name='Danube')"
  " OR (c.name IN ('Basel','Cologne') AND r.name='Rhine') OR (c.name='Graz' AND r.name='Mur') OR (c.name='Szeged' AND r.name='Tisza')",
  "SELECT name, people FROM city ORDER BY people DESC LIMIT 4",
  "SELECT country, count(*), sum(people), avg(people) FROM city GROUP BY country HAVING count(*) > 1 ORDER BY 1",
  "SELECT r.name, group_concat(c.name, '+') FROM (SELECT * FROM city ORDER BY name) c JOIN stands_on s ON s.city=c.id JOIN river r ON r.id=s.river GROUP BY r.id ORDER BY r.length DESC",
  "UPDATE city SET people = people * 2 WHERE country = 'AT' AND name <> 'Vienna'",
  "SELECT name, people FROM city WHERE country = 'AT' ORDER BY name",
  "WITH RECURSIVE fib(a, b) AS (SELECT 0, 1 UNION ALL SELECT b, a + b FROM fib WHERE b < 500) SELECT group_concat(a, ' ') FROM fib",
  "SELECT name, rank() OVER (PARTITION BY country ORDER BY people DESC) AS place FROM city ORDER BY country, place",
  "SELECT upper(substr(name, 1, 3)) || '-' || length(name), replace(name, 'e', '3'), round(length / 7, 3) FROM river ORDER BY name",
  "DELETE FROM city WHERE people < 200000",
  "SELECT count(*), min(name), max(name), total(people) FROM city",
  "SELECT c.name, r.name FROM city c LEFT JOIN stands_on s ON s.city = c.id LEFT JOIN river r ON r.id = s.river AND r.length > 1000 ORDER BY c.id",
  "SELECT CASE WHEN people > 1500000 THEN 'large' WHEN people IS NULL THEN 'unknown' ELSE 'small' END AS size, count(*) FROM city GROUP BY size ORDER BY size",
  "SELECT nothing FROM nowhere",
};

static int row(void *count, int columns, char **values, char **names) {
  ++*(int *)count;
  for (int i = 0; i < columns; i++) printf("%s%s=%s", i ? " | " : "  ", names[i], values[i] ? values[i] : "NULL");
  printf("\n");
  return 0;
}

int main(void) {
  sqlite3 *database;
  if (sqlite3_open(":memory:", &database) != SQLITE_OK) return 1;
  printf("sqlite %s\n", sqlite3_libversion());
  for (unsigned i = 0; i < sizeof statements / sizeof *statements; i++) {
    int rows = 0;
    char *message = NULL;
    int result = sqlite3_exec(database, statements[i], row, &rows, &message);
    printf("%u: result %d, %d rows, %d changed%s%s\n", i + 1, result, rows, sqlite3_changes(database), message ? ", " : "", message ? message : "");
    sqlite3_free(message);
  }
  printf("closed %d\n", sqlite3_close(database));
  return 0;
}
