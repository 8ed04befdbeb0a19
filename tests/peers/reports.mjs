// Reproduces the reports of docs/peers-beyond-rust.md: functions by the titles of reports. Exit status 1 if one fails.

export async function reproduceReports(reports) {
  for (const [title, reproduce] of Object.entries(reports)) {
    try {
      await reproduce();
      console.log(`reproduced: ${title}`);
    } catch (error) {
      console.log(`not reproduced: ${title}\n${error.message}`);
      process.exitCode = 1;
    }
  }
}
