import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0003_caravan_ledger"),
        ("story", "0002_plot"),
    ]

    operations = [
        migrations.CreateModel(
            name="CaravanStep",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="step", to="campaign.caravanentry"
                    ),
                ),
                (
                    "scene",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="caravan_steps", to="story.scene"
                    ),
                ),
            ],
            options={"ordering": ["pk"]},
        ),
    ]
